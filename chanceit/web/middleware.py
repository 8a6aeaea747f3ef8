import logging
from contextlib import suppress
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

from chanceit.live.house import BUSY
from chanceit.web import pages, rates
from chanceit.web.static_files import HASHED

logger = logging.getLogger("chanceit.pages")


def policy_for(request: HttpRequest) -> str:
    """What a page may load: everything from here, nothing from elsewhere, and no script inside the page."""
    host = request.get_host()
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "media-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        # Older Safari does not count a WebSocket to the same host as 'self'.
        "connect-src": f"'self' {'wss' if request.is_secure() else 'ws'}://{host}",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-src": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def framed(policy: str, response: HttpResponse) -> str:
    """Only what says so can be shown within another page, and that is one of ours."""
    is_within = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
    return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if is_within else policy


@sync_and_async_middleware
def content_security_policy(get_response: Any) -> Any:
    def sync_middleware(request: HttpRequest) -> HttpResponse:
        policy = policy_for(request)
        response: HttpResponse = get_response(request)
        response.headers["Content-Security-Policy"] = framed(policy, response)
        return response

    async def async_middleware(request: HttpRequest) -> HttpResponse:
        policy = policy_for(request)
        response: HttpResponse = await get_response(request)
        response.headers["Content-Security-Policy"] = framed(policy, response)
        return response

    return async_middleware if iscoroutinefunction(get_response) else sync_middleware


@sync_and_async_middleware
def counted(get_response: Any) -> Any:
    """Whoever asks for far too much gets the cheapest answer there is."""

    def too_many(request: HttpRequest) -> HttpResponse | None:
        scope = getattr(request, "scope", None)
        if scope is None:  # not by a server
            return None
        try:
            rates.check_here(rates.REQUESTS, rates.address_of(scope))
        except rates.TooMany:
            return HttpResponse(status=429, headers={"Retry-After": "10"})
        return None

    def sync_middleware(request: HttpRequest) -> Any:
        return too_many(request) or get_response(request)

    async def async_middleware(request: HttpRequest) -> Any:
        return too_many(request) or await get_response(request)

    return async_middleware if iscoroutinefunction(get_response) else sync_middleware


class Compressed(GZipMiddleware):
    """Pages, but no files that stream: Django compresses them piece by piece, and Chromium reads the first one only."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)


class Passing:
    """What cannot be shown now, for a reason that passes, is said in words: also that the database is away."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, pages.Passing):
            return pages.passing(request, exception.refusal)
        if isinstance(exception, DatabaseError | InterfaceError):
            logger.error("a page needs the database", extra={"reason": repr(exception)})
            return pages.passing(request, BUSY())
        return None


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, made fit for ASGI: without a thread per request, and without streaming.

    WhiteNoise streams from a synchronous file, which Django reads whole and warns about on ASGI. Our files
    are small, so they are answered in one piece.

    It knows the files that were there when it started. In an upgrade others come while it runs, and may go.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if not self.autorefresh:
            self.directories = [(f"{self.static_root}/", self.static_prefix)]
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        self.look_for_new(request.path_info)
        return self.answer(request) if self.is_async else super().__call__(request)

    async def answer(self, request: HttpRequest) -> HttpResponse:
        response: Any = super().__call__(request)
        return response if isinstance(response, HttpResponse) else await response

    def look_for_new(self, url: str) -> None:
        if not self.autorefresh and url not in self.files and HASHED.fullmatch(url.removeprefix(self.static_prefix)):
            with suppress(OSError):  # a name too long for a file
                found = self.find_file(url)
                if found is not None:
                    self.files[url] = found

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        try:
            found = static_file.get_response(request.method, request.META)
        except FileNotFoundError:
            raise Http404 from None
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        return response
