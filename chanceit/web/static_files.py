from whitenoise.storage import CompressedManifestStaticFilesStorage

# The file name in: import { a } from "./a.js", export * from "../b.js", import "./c.js" and import("./d.js")
IMPORT = r"""(?P<matched>(?P<words>\b(?:from|import)\s*\(?\s*)["'](?P<url>\.{1,2}/[^"']+)["'])"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Static files with their content's hash in the name, so that a browser may keep them for ever.

    ES modules import each other by name, so those names are hashed too. Django has patterns of its own for
    that (`support_js_module_import_aggregation`), not used here: they overlap, so that a name can be hashed
    twice, and they miss an import without a semicolon.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.js", ((IMPORT, '%(words)s"%(url)s"'),)),
    )
    # A module's hash depends on those of its imports: each pass settles one more level of them.
    max_post_process_passes = 20

    def post_process(self, *args, **options):
        for name, hashed_name, processed in super().post_process(*args, **options):
            if isinstance(processed, RuntimeError):
                # The passes were not enough: a hash cannot depend on itself.
                processed = RuntimeError(f"Modules import each other in a circle, among these: {name}")
            yield name, hashed_name, processed
