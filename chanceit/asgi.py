import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chanceit.settings")
http = get_asgi_application()

# Only now are the apps ready for what follows.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from chanceit.urls import websocket_urlpatterns  # noqa: E402
from chanceit.web.origins import OwnPagesOnly  # noqa: E402

application = ProtocolTypeRouter({"http": http, "websocket": OwnPagesOnly(URLRouter(websocket_urlpatterns))})
