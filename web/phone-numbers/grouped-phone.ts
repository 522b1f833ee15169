import { dialPlans } from './dial-plans.ts'

/** An example with its dial code, shown while the country is unknown. */
const ANY_EXAMPLE = '+971 50 123 4567'

/** The typed text in the usual groups of the country. A text that is not only a number stays unchanged. */
export function groupedPhone(text: string, countryCode: string): string {
  const plan = dialPlans.get(countryCode)
  if (!plan || !/^[\d\s().-]*$/.test(text)) return text
  const digits = text.replace(/\D/g, '')
  const sizes = plan.example.map(group => group.length)
  if (plan.trunk !== '' && digits.startsWith(plan.trunk)) sizes[0] = (sizes[0] ?? 0) + plan.trunk.length
  const total = sizes.reduce((sum, size) => sum + size, 0)
  // Some countries have numbers that are a little longer than their example. A much longer one is of another country.
  if (digits.length > total + 2) return text
  return grouped(digits, sizes)
}

export function phoneExample(countryCode: string): string {
  return dialPlans.get(countryCode)?.example.join(' ') ?? ANY_EXAMPLE
}

/** Digits beyond the sizes stay in the last group. */
function grouped(digits: string, sizes: readonly number[]): string {
  let from = 0
  const groups = sizes.map((size, index) => {
    const group = digits.slice(from, index === sizes.length - 1 ? undefined : from + size)
    from += size
    return group
  })
  return groups.filter(group => group !== '').join(' ')
}

/** The position in a text that has this many digits after it. Before a space, so that the last digit can be deleted. */
export function cursorBefore(text: string, digitsBehind: number): number {
  if (digitsBehind === 0) return text.length
  const digits = [...text.matchAll(/\p{Nd}/gu)].map(({ index }) => index)
  const before = digits[digits.length - digitsBehind - 1]
  return before === undefined ? (digits[0] ?? 0) : before + 1
}

export function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0
}
