"""A site with a certificate can be put on a phone's home screen: a manifest, and a service worker (static/js/shared/
worker.js). A table in a living room has none and needs none, so nothing of this is offered there."""

import json
import re
from hashlib import sha256
from typing import cast

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chanceit.web.screens import site
from chanceit.web.static_files import HashedStaticFiles

STYLE = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with the page that it shows instead of the browser's error, in the language that its address
    names. It is another one whenever a static file is, so what the one before has kept is thrown away."""
    _check()
    language = request.META.get("QUERY_STRING", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        page = render_to_string("no_connection.html", request=request)
    files = cast(HashedStaticFiles, staticfiles_storage)
    version = sha256(f"{files.manifest_hash} {page}".encode()).hexdigest()[:12]
    offered = {"version": version, "page": page, "needs": STYLE.findall(page)}
    with files.open(files.stored_name("js/shared/worker.js")) as script:
        body = f"globalThis.offered = {json.dumps(offered)};\n{script.read().decode()}"
    return HttpResponse(body, content_type="text/javascript; charset=utf-8")


@require_safe
@never_cache
def manifest(request: HttpRequest) -> HttpResponse:
    _check()
    name = site(request)["site"]
    return JsonResponse(
        {
            "name": name,
            "short_name": name,
            "description": gettext(
                "Board games round one real table: phones are the cards and tokens, a big screen rolls the dice."
            ),
            "lang": translation.get_language(),
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f4b13e",
            "theme_color": "#f4b13e",
            "icons": [
                {"src": static("icons/die-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": static("icons/die-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any"},
                {"src": static("icons/die-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
            ],
        },
        content_type="application/manifest+json",
    )


def _check() -> None:
    if not settings.INSTALLABLE:
        raise Http404
