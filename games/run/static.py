"""Where collected files are kept: hashed names, compressed, cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names in ``import`` statements of modules too, so that a new release is fetched whole."""

    support_js_module_import_aggregation = True
    # A pass settles one link of a chain of imports where the disk lists importers first; only a circle needs more.
    max_post_process_passes = 50
