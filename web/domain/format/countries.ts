/** The countries offered by the screens; the API accepts any. */
export const countries: Readonly<Record<string, string>> = {
  us: "United States",
  uk: "United Kingdom",
  ca: "Canada",
  au: "Australia",
  fr: "France",
  de: "Germany",
  jp: "Japan",
  cn: "China",
};
