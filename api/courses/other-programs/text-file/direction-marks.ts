const OPENING = '\\u061c\\u200b\\u200e\\u200f\\u202a\\u202b\\u202d\\u202e\\u2066-\\u2068\\ufeff'
const ANY = `${OPENING}\\u202c\\u2069`
/** What a line of Markdown or GIFT begins with, if it is more than plain text. */
const LINE_SIGN = /::|\/\/|\$CATEGORY:|[=~{}>]|#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|[A-Za-zء-ي٠-٩]ـ?[.)-]\s|[-=]{2,}|```/

const AT_LINE_START = new RegExp(`^([ \\t]*)[${ANY}]+(?=[ \\t]*(?:${LINE_SIGN.source}))`, 'gim')
const AT_LINE_END = new RegExp(`(?<=[?؟*_}][*_]*)[${ANY} \\t]+$`, 'gm')
/** The marks around the signs of GIFT. A mark between a sign and a number, such as that of a phone, stays. */
const AT_GIFT_SIGN = new RegExp(
  `(?<=\\{\\s*)[${ANY}]+(?=\\s*(?:[=~#}]|TRUE\\b|FALSE\\b|T\\b|F\\b))|(?<=[=~])[${ANY}]+(?=%)|[${OPENING}]+(?=\\s*[=~}])`,
  'gi',
)

/**
 * Removes invisible direction marks beside the signs of a format. Editors for Arabic put them at the start of lines,
 * where they hide a `#` or `::` from a reader of the format. Marks inside the words stay.
 */
export function withoutMarksAtSigns(text: string, { isGift }: { isGift: boolean }): string {
  const lines = text.replace(AT_LINE_START, '$1').replace(AT_LINE_END, '')
  return isGift ? lines.replace(AT_GIFT_SIGN, '') : lines
}
