"""Sentences for the scripts in which a number decides the form; static/js/shared/sentences.js picks the one it needs.

{% forms "cards" %}{% blocktranslate count n=n %}One card{% plural %}{count} cards{% endblocktranslate %}{% endforms %}
"""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

EXAMPLES = {"one": 1, "other": 2}
"""A number for each plural form, by its name in Intl.PluralRules. A language with more of them adds its own,
like "few": 3 and "many": 5 for Polish."""


class Forms(template.Node):
    def __init__(self, key: FilterExpression, nodelist: NodeList) -> None:
        self.key = key
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """The sentence, once for each form, with `n` as its example."""
        key = self.key.resolve(context)
        told = []
        for form, example in EXAMPLES.items():
            with context.push(n=example):
                told.append((key, form, mark_safe(self.nodelist.render(context).strip())))
        return format_html_join("\n  ", '<p data-key="{}" data-form="{}">{}</p>', told)


@register.tag
def forms(parser: Parser, token: Token) -> Forms:
    _, key = token.split_contents()
    nodelist = parser.parse(("endforms",))
    parser.delete_first_token()
    return Forms(parser.compile_filter(key), nodelist)
