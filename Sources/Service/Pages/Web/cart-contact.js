// SPDX-License-Identifier: Apache-2.0
// The contact and the address of an order, independent of the page: its fields, their limits, and what is sent.

/** The fields in order: name in the API, phrase, greatest length, and the browser's name for what it may fill in. */
export const contactFields = [
  { name: "name", phrase: "contactName", most: 200, fill: "name", isNeeded: true },
  { name: "email", phrase: "email", most: 254, fill: "email", isNeeded: true, type: "email" },
  { name: "phone", phrase: "contactPhone", most: 40, fill: "tel", isNeeded: false, type: "tel" },
  { name: "street", phrase: "contactStreet", most: 200, fill: "address-line1", isNeeded: true },
  { name: "postal_code", phrase: "contactPostalCode", most: 20, fill: "postal-code", isNeeded: false },
  { name: "city", phrase: "contactCity", most: 100, fill: "address-level2", isNeeded: true },
  { name: "region", phrase: "contactRegion", most: 100, fill: "address-level1", isNeeded: false },
  { name: "country", phrase: "contactCountry", most: 2, fill: "country", isNeeded: true },
];

/** What is sent of the values: trimmed, without empty ones. */
export function contactOf(values) {
  const contact = {};
  for (const { name } of contactFields) {
    const value = (values[name] ?? "").trim();
    if (value) contact[name] = value;
  }
  return contact;
}

/** The first field whose value is missing or too long; null if the contact can be sent. Lengths count Unicode scalars, as the service does. */
export function faultOf(contact) {
  const wrong = contactFields.find(({ name, most, isNeeded, type }) => {
    const value = contact[name] ?? "";
    if (value === "") return isNeeded;
    return [...value].length > most || (type === "email" && !/^[^\s@]+@[^\s@]+$/.test(value));
  });
  return wrong?.name ?? null;
}

/** ISO 3166-1 alpha-2 codes. */
const codes = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI "
  + "CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS "
  + "GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY "
  + "MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR "
  + "PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW "
  + "TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/** Countries as pairs of code and name in a language, sorted by name. */
export function countries(language) {
  let names = null;
  try { names = new Intl.DisplayNames([language], { type: "region", fallback: "code" }); } catch { /* the codes are shown */ }
  return codes.split(" ").map((code) => [code, names?.of(code) ?? code]).sort(([, one], [, other]) => one.localeCompare(other, language));
}

/** The country of the first of the browser's languages that names one; otherwise empty. */
export function countryOf(languages) {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase();
    if (region && codes.split(" ").includes(region)) return region;
  }
  return "";
}
