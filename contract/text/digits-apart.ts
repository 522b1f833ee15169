import { searchable } from './search-text.ts'

const FEWEST_DIGITS = 4

type Named<Id> = { id: Id; name: string; phoneNumber: string }

/**
 * The last digits of the phone numbers of people whose name somebody else `among` all has, too: as few as tell each
 * from the others, and four at least. A person without a number has none.
 */
export function digitsApart<Id>(
  people: readonly Named<Id>[],
  among: readonly Named<Id>[] = people,
): ReadonlyMap<Id, string> {
  const ofName = new Map<string, Named<Id>[]>()
  for (const one of among) {
    const name = searchable(one.name)
    ofName.set(name, [...(ofName.get(name) ?? []), one])
  }
  return new Map(
    people.flatMap(({ id, name, phoneNumber }) => {
      const others = (ofName.get(searchable(name)) ?? []).filter(other => other.id !== id)
      return others.length === 0 || phoneNumber === '' ? [] : [[id, lastDigits(phoneNumber, others)] as const]
    }),
  )
}

function lastDigits(phone: string, others: readonly { phoneNumber: string }[]): string {
  let count = FEWEST_DIGITS
  const isAlone = () => others.every(({ phoneNumber }) => !phoneNumber.endsWith(phone.slice(-count)))
  while (count < phone.length && !isAlone()) count++
  return phone.slice(-count)
}
