import { plainPhoneText } from '../../contract/text/phone-text.ts'
import { dialPlanFor, dialPlans } from './dial-plans.ts'

/**
 * The possible numbers of a text, each with its dial code and without the plus sign. The app asks about an unsure
 * number, even if it is the only one: no SMS may go to a stranger.
 */
export type ReadPhone = { numbers: string[]; isSure: boolean }

/** The most digits that E.164 allows, and the fewest of a mobile number, both with the dial code. */
const LONGEST = 15
const SHORTEST = 7
/** A longer text is not a phone number. */
const TOO_LONG = 200
const EXTENSION = /(?:;?\s*ext(?:ension)?\.?|[x#]|تحويلة|داخلي)[\s.:=]*\d{1,6}\s*$/iu
/** Separators between two numbers, or between a label and a number. */
const BETWEEN = /[\p{L},;:|&?*=،؛]+|(?=\+)/u
/** A tel: URL may have the dial code after the number. */
const CONTEXT = /^\s*tel:([^;]*);.*phone-context=(\+\d+).*$/i

/** Reads the numbers in a text. If it has several meanings, those win that a mobile phone can have. */
export function readPhone(text: string, countryCode: string): ReadPhone {
  const plain = plainPhoneText(text.slice(0, TOO_LONG))
    .replace('%2B', '+')
    .replace(CONTEXT, '$2 $1')
    .replace(EXTENSION, '')
  const parts = plain.split(BETWEEN).filter(part => /\d/.test(part))
  const [only] = parts
  if (only !== undefined && parts.length === 1) return readOne(only, countryCode)
  // 050,123,4567 is one number, and 971+ 50 123 4567 is, too.
  const whole = (plain.includes('+') ? '+' : '') + parts.join('').replaceAll('+', '')
  const numbers = [...parts, whole].flatMap(part => mobilesIn(readOne(part, countryCode).numbers))
  return { numbers: [...new Set(numbers)], isSure: false }
}

/** Whether a mobile phone can have this number, by its length and first digit in some country. */
export function isMobile(number: string): boolean {
  return [...dialPlans.values()].some(({ dialCode, firstDigits, lengths }) => {
    const first = number.charAt(dialCode.length)
    const fits = lengths.includes(number.length - dialCode.length) && firstDigits.includes(first)
    return fits && number.startsWith(dialCode)
  })
}

/** Reads one run of digits, with the usual separators between them. */
function readOne(part: string, countryCode: string): ReadPhone {
  const digits = part.replace(/\D/g, '')
  const hasPlus = part.includes('+')
  // A plus is dialled as 00, and in Australia as 0011. No dial code begins with 0, and no number after +1 begins with
  // 1.
  if (hasPlus || digits.startsWith('00')) {
    const meant = mobilesIn(international(digits.replace(/^(00)?(11)?/, ''), countryCode))
    if (meant.length > 0) return { numbers: meant, isSure: meant.length === 1 }
  }
  const plain = national(digits, countryCode)
  // In North America a plus is dialled as 011. In other countries a number may begin with 011.
  const dialled = digits.startsWith('011') ? international(digits.slice(3), countryCode) : []
  const meant = mobilesIn([...plain, ...dialled])
  if (meant.length > 0) return { numbers: meant, isSure: meant.length === 1 && !hasPlus }
  if (digits.length > LONGEST) return { numbers: halves(part, countryCode), isSure: false }
  // The dial code of a country that was not chosen by the person: likely, but not sure.
  const foreign = mobilesIn(international(digits, countryCode))
  const [given = ''] = hasPlus ? international(digits, countryCode) : plain
  const isPossible = given.length >= SHORTEST && given.length <= LONGEST
  return { numbers: foreign.length === 0 && isPossible ? [given] : foreign, isSure: false }
}

/**
 * The possible meanings of digits after a plus. People also write the 0 that is dialled at home only, or the dial code
 * twice.
 */
function international(digits: string, countryCode: string): string[] {
  const plan = dialPlanFor(digits, countryCode)
  if (!plan) return []
  const { dialCode, trunk } = plan
  const rest = digits.slice(dialCode.length)
  const twice = rest.startsWith(dialCode) ? [rest.slice(dialCode.length)] : []
  return [rest, ...twice].flatMap(rest => [dialCode + withoutTrunk(rest, trunk), dialCode + rest])
}

/** The possible meanings of digits without a plus: written as at home, or with the dial code. */
function national(digits: string, countryCode: string): string[] {
  const plan = dialPlans.get(countryCode)
  if (!plan) return []
  const { dialCode, trunk } = plan
  // In North America ten digits are a whole number, including the area code that a small country has in its dial code.
  const whole = dialCode.startsWith('1') ? /^1?(\d{10})$/.exec(digits)?.[1] : undefined
  if (whole) return [`1${whole}`]
  const own = digits.startsWith(dialCode) ? international(digits, countryCode) : []
  return [dialCode + withoutTrunk(digits, trunk), dialCode + digits, ...own]
}

function withoutTrunk(digits: string, trunk: string): string {
  return trunk !== '' && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
}

/** Reads two numbers that have only a space or a slash between them. */
function halves(part: string, countryCode: string): string[] {
  const gaps = [...part.matchAll(/\D+/g)].map(({ index }) => index).filter(gap => gap > 0)
  return mobilesIn(
    gaps.flatMap(gap => {
      const [first, second] = [part.slice(0, gap), part.slice(gap)].map(half => readOne(half, countryCode).numbers)
      return [...mobilesIn(first ?? []), ...mobilesIn(second ?? [])]
    }),
  )
}

function mobilesIn(numbers: readonly string[]): string[] {
  return [...new Set(numbers)].filter(isMobile)
}
