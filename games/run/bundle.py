"""What a live page loads as one file instead of fifty, where esbuild is at hand: on the PATH or among Node's packages.

Without it the very same modules and sheets are served one by one. Nobody bundles anything by hand, and no page names a
bundle: `Storage` serves it under the name of the file that it was made from.
"""

import logging
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)

FOLDER = "bundled"
SCRIPTS = "js/*/main.js"
SHEETS = "css/together/*.css"
# What a sheet names stays where it is; scripts and sheets are as new as the browsers that the site is made for.
_OPTIONS = (
    *("--bundle", "--splitting", "--format=esm", "--minify", "--target=esnext", "--log-level=warning"),
    *("--external:*.woff2", "--external:*.svg", "--external:*.png", "--chunk-names=parts/[name]-[hash]"),
)


def bundler() -> str | None:
    """The program, or nothing. That of Node's package is looked for by its own name, since `.bin` starts Node first."""
    package = sorted((Path(settings.BASE_DIR) / "node_modules/@esbuild").glob("*/bin/esbuild"))
    return str(package[0]) if package else shutil.which("esbuild")


def bundler_print() -> str:
    """Another text as soon as bundles would be made by another program, or by one at all."""
    program = bundler()
    return f"{program} {Path(program).stat().st_mtime_ns}" if program else ""


def bundled(root: Path) -> dict[str, str]:
    """Bundle what is collected in `root`, into its folder `bundled`.

    Returns for each script and sheet that pages name the file that stands for it, both below `root`; nothing where
    there is no esbuild or it fails, which is logged. Each script has its modules to itself, so that a page loads two
    files and not a dozen that pages share: no page may load two of them, since each would have a state of its own.
    """
    program = bundler()
    shutil.rmtree(root / FOLDER, ignore_errors=True)
    if program is None:
        return {}
    try:
        return {entry: _bundle(program, root, entry) for entry in _entries(root)}
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning("esbuild made no bundles, so pages load their scripts one by one: %s", _why(error))
        return {}


def made_of(root: Path) -> Iterator[str]:
    """All files of the bundles, below `root`."""
    for path in (root / FOLDER).rglob("*.*"):
        yield path.relative_to(root).as_posix()


def _entries(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for kind in (SCRIPTS, SHEETS) for path in root.glob(kind))


def _bundle(program: str, root: Path, entry: str) -> str:
    made = _place(entry)
    where = (f"--outdir={Path(made).parent}", f"--outbase={Path(entry).parent}")
    # esbuild takes a "#" in a path for the end of it, so it is not told where all this lies.
    command = [program, entry, *_OPTIONS, *where]
    subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, timeout=60)
    return made


def _place(entry: str) -> str:
    """What a sheet names is told as from its own folder, which is as deep as that of the bundles."""
    return f"{FOLDER}/{Path(entry).name if entry.endswith('.css') else entry}"


def _why(error: Exception) -> str:
    return str(getattr(error, "stderr", None) or error).strip()
