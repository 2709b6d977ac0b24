"""Where collected files are kept: bundled where that can be done, hashed names, compressed, cached for ever."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.run import bundle


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names in ``import`` statements of modules too, so that a new release is fetched whole."""

    support_js_module_import_aggregation = True
    # A pass settles one link of a chain of imports where the disk lists importers first; only a circle needs more.
    max_post_process_passes = 50

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._bundled: dict[str, str] = {}
        super().__init__(*args, **kwargs)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        root = Path(self.location)
        self._bundled = {} if dry_run else bundle.bundled(root)
        made = {name: (self, name) for name in (bundle.made_of(root) if self._bundled else ())}
        yield from super().post_process({**paths, **made}, dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pages ask for hashed names alone, and to compress takes most of the time of a first start."""
        served = set(self.hashed_files.values())
        yield from super().compress_files([path for path in paths if path in served])

    def save_manifest(self) -> None:
        """A page that names a script or a sheet gets its bundle."""
        for entry, made in self._bundled.items():
            self.hashed_files[self.hash_key(entry)] = self.hashed_files[self.hash_key(made)]
        super().save_manifest()
