"""Where collected files are kept: hashed names, compressed, cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names in ``import`` statements of modules too, so that a new release is fetched whole."""

    support_js_module_import_aggregation = True
