/** Dial codes of the E.164 plan that have fewer than three digits; no longer one begins like these. */
const DIAL_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4})/

/**
 * The groups of mobile numbers in countries without the usual groups. `144:56,962`: after +56 and +962 come groups of
 * one, four and four digits. The data is from libphonenumber, and tested against it.
 */
const GROUPS = `
333:211,240,243,244,245,250,255,351,352,40,420,421,423,48,51,61,62,84,886,963,967,970,996
44:230,266,268,356,372,502,503,504,505,506,507,65,670,675,852,853,968,973,974,976
2222:222,223,226,227,228,235,236,241,253,257,378,45,47,689,975
233:216,267,359,371,382,383,386,387,389,598,855,961 3222:213,224,262,265,32,34,590,594,596,995
2322:221,375,41,46,994,998 222:298,299,508,681,687 12222:212,237,33,377 26:232,357,374,993 27:218,260,358,381
36:254,256,43,595 37:57,58,92,977 5:247,290,500 8:350,591,686 133:248,291 322:238,269 144:56,962 25:677,685
35:370,965 17:252,53 22222:229 244:81,82 3322:7,90 46:44,880 2224:225 2232:261 2233:856 1244:54 224:509 323:373
15:672 23:682 254:55 33:376 344:86 18:31 28:20 47:49 55:91`

/** `+971501234567` as `+971 50 123 4567`, in the groups of its country, to be read and compared. */
export function spacedPhone(phone: string): string {
  const [plus = '', dialCode = ''] = DIAL_CODE.exec(phone) ?? []
  if (plus === '') return phone
  const digits = phone.slice(plus.length)
  const [, ...groups] = groupsAfter(dialCode, digits.length).exec(digits) ?? []
  return [`+${dialCode}`, ...groups].filter(part => part !== '').join(' ')
}

/** A number that is not as long as a mobile number of its country, such as a landline, gets the usual groups. */
function groupsAfter(dialCode: string, length: number): RegExp {
  const sizes = [...(new RegExp(`(\\d+):(?:\\d+,)*${dialCode}\\b`).exec(GROUPS)?.[1] ?? '')]
  const isLengthOfMobiles = sizes.reduce((sum, size) => sum + Number(size), 0) === length
  if (!isLengthOfMobiles) return /^(\d*?)(\d{0,3})(\d{4})$/
  return new RegExp(sizes.map(size => `(\\d{${size}})`).join(''))
}
