// How the reader writes days and hours: in the page's language, as it is done in the country that their browser names.

const lang = document.documentElement.lang || "en";

export const region = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
