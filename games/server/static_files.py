"""Static files: bundles by esbuild, storage with hashed names and compression, and the middleware that serves them.

A bundle replaces the fifty modules of a page with one file, if esbuild is on the PATH or among Node's packages. Without
it the modules and style sheets are served one by one. Templates never name a bundle: ``BundleStorage`` serves it under
the name of its entry point.
"""

import logging
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

logger = logging.getLogger(__name__)

BUNDLE_FOLDER = "bundled"
ENTRY_POINTS = ("js/*/main.js", "js/companion/*/main.js", "css/bundles/*.css")
# Files that a style sheet refers to are not bundled, and the code is not compiled for older browsers.
_OPTIONS = (
    *("--bundle", "--splitting", "--format=esm", "--minify", "--target=esnext", "--log-level=warning"),
    *("--external:*.woff2", "--external:*.svg", "--external:*.png", "--chunk-names=parts/[name]-[hash]"),
)


def find_esbuild() -> str | None:
    """Return the path of esbuild, or None. Node's package comes first, but not its `.bin`, which would start Node."""
    package = sorted((Path(settings.BASE_DIR) / "node_modules/@esbuild").glob("*/bin/esbuild"))
    return str(package[0]) if package else shutil.which("esbuild")


def get_esbuild_fingerprint() -> str:
    """Return a text that changes with the esbuild program; empty without one."""
    program = find_esbuild()
    return f"{program} {Path(program).stat().st_mtime_ns}" if program else ""


def build_bundles(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Bundle the entry points among `names`, files collected in `root`, into its folder `bundled`.

    Return the bundle of each entry point, as paths below `root`; empty without esbuild, and if it fails, which is
    logged. Each bundle contains all of its modules, so a page loads one script. It must not load two: each would have
    a copy of the shared modules, with a state of its own.
    """
    program = find_esbuild()
    shutil.rmtree(root / BUNDLE_FOLDER, ignore_errors=True)
    if program is None:
        return {}
    try:
        return {entry: _bundle(program, root, entry) for entry in _list_entries(names)}
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning("esbuild made no bundles, so pages load their scripts one by one: %s", _get_error_text(error))
        return {}


def list_bundle_files(root: Path) -> Iterator[str]:
    """Yield all files of the bundles, as paths below `root`."""
    for path in (root / BUNDLE_FOLDER).rglob("*.*"):
        yield path.relative_to(root).as_posix()


def _list_entries(names: Iterable[str]) -> list[str]:
    """Return the entry points of this release. Older files in the folder may import files that are gone."""
    return sorted(name for name in names if any(_matches(PurePosixPath(name), pattern) for pattern in ENTRY_POINTS))


def _matches(path: PurePosixPath, pattern: str) -> bool:
    return path.match(pattern) and len(path.parts) == len(PurePosixPath(pattern).parts)


def _bundle(program: str, root: Path, entry: str) -> str:
    bundle = _get_bundle_path(entry)
    folders = (f"--outdir={Path(bundle).parent}", f"--outbase={Path(entry).parent}")
    # esbuild takes a "#" for the end of a path, so it gets relative paths.
    command = [program, entry, *_OPTIONS, *folders]
    subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, timeout=60)
    return bundle


def _get_bundle_path(entry: str) -> str:
    """Return the path of a bundle. A style sheet keeps its depth, so that its relative URLs stay right."""
    return f"{BUNDLE_FOLDER}/{Path(entry).name if entry.endswith('.css') else entry}"


def _get_error_text(error: Exception) -> str:
    return str(getattr(error, "stderr", None) or error).strip()


IGNORE_PATTERNS = ("ninja/redoc*", "ninja/*.map")
"""Unused files of the API documentation: twice the size of all other files, and slow to compress."""


class LibraryFinder(AppDirectoriesFinder):
    """Finder of the static files of libraries, without unused ones."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Return the files of libraries."""
        return super().list([*(ignore_patterns or ()), *IGNORE_PATTERNS])


class BundleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage with bundles and hashed names in ``import`` statements, so that a page never mixes two releases."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 50
    patterns = (
        (
            "*.css",
            (
                r"""(?P<matched>url\(['"]?\s*(?P<url>.*?)['"]?\))""",
                (r"""(?P<matched>@import\s*["']\s*(?P<url>.*?)["'])""", '@import url("%(url)s")'),
            ),
        ),
    )
    """Django's patterns for style sheets, without those for source maps, which are not collected."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._bundles: dict[str, str] = {}
        super().__init__(*args, **kwargs)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Build the bundles, and hash them with all other files."""
        root = Path(self.location)
        self._bundles = {} if dry_run else build_bundles(root, paths)
        files = {name: (self, name) for name in (list_bundle_files(root) if self._bundles else ())}
        yield from super().post_process({**paths, **files}, dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress only files with hashed names: pages use no others, and compression takes most of a first start."""
        served = set(self.hashed_files.values())
        yield from super().compress_files([path for path in paths if path in served])

    def save_manifest(self) -> None:
        """Save the manifest, in which the name of each entry point stands for its bundle."""
        for entry, bundle in self._bundles.items():
            self.hashed_files[self.hash_key(entry)] = self.hashed_files[self.hash_key(bundle)]
        super().save_manifest()


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise that also serves files which a newer release has added since its start.

    During a rolling restart one process may render a page and another serve its files.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.directories.append((f"{Path(settings.STATIC_ROOT).absolute()}/", self.static_prefix))

    def __call__(self, request: HttpRequest) -> Any:
        """Serve a static file, or pass the request on."""
        path = request.path_info
        if path.startswith(self.static_prefix) and path not in self.files:
            file = self.find_file(path)
            if file is not None:
                self.files[path] = file
        return super().__call__(request)
