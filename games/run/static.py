"""Where collected files are kept: bundled where that can be done, hashed names, compressed, cached for ever."""

import posixpath
from collections.abc import Container, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.run import bundle

MAPS = "ninja/*.map"
UNUSED = ("ninja/redoc*", MAPS)
"""Of the page about the API what no page asks for: twice as much as all the rest, and slow to compress."""


class Collected(AppDirectoriesFinder):
    """What other libraries bring, without what is unused."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return super().list([*(ignore_patterns or ()), *UNUSED])


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names in ``import`` statements of modules too, so that a new release is fetched whole."""

    support_js_module_import_aggregation = True
    # The second pass settles all but circles.
    max_post_process_passes = 50

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._bundled: dict[str, str] = {}
        self._led: dict[str, dict[str, str]] = {}
        self._at: dict[str, str] = {}
        super().__init__(*args, **kwargs)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        root = Path(self.location)
        self._bundled = {} if dry_run else bundle.bundled(root)
        made = {name: (self, name) for name in (bundle.made_of(root) if self._bundled else ())}
        yield from super().post_process({**paths, **made}, dry_run=dry_run, **options)

    def _post_process(
        self, paths: dict[str, Any], adjustable_paths: Container[str], hashed_files: dict[str, str]
    ) -> Iterator[Any]:
        """A pass as Django does it, but what others link to comes first as soon as a pass has found the links, and a
        file whose links all lead where they led is left as it came out."""
        for name in self._linked_first(paths):
            led = self._led.get(name)
            if led is None or any(hashed_files.get(link) != place for link, place in led.items()):
                self._at = self._led[name] = {}
                yield from super()._post_process({name: paths[name]}, adjustable_paths, hashed_files)

    def _stored_name(self, name: str, hashed_files: Mapping[str, str]) -> str:
        if fnmatch(name, MAPS):
            return name
        place: str = super()._stored_name(name, hashed_files)
        self._at[self.hash_key(self.clean_name(posixpath.normpath(name)))] = place
        return place

    def _linked_first(self, names: Iterable[str]) -> list[str]:
        """The names so that, but for circles, each comes after all that its file links to."""
        order: dict[str, bool] = {}

        def visit(name: str) -> None:
            if name not in order:
                order[name] = False
                for link in self._led.get(name, ()):
                    visit(link)
                order[name] = order.pop(name)

        for name in names:
            visit(name)
        wanted = set(names)
        return [name for name in order if name in wanted]

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pages ask for hashed names alone, and to compress takes most of the time of a first start."""
        served = set(self.hashed_files.values())
        yield from super().compress_files([path for path in paths if path in served])

    def save_manifest(self) -> None:
        """A page that names a script or a sheet gets its bundle."""
        for entry, made in self._bundled.items():
            self.hashed_files[self.hash_key(entry)] = self.hashed_files[self.hash_key(made)]
        super().save_manifest()
