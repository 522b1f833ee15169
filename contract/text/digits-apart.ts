import { searchable } from './search-text.ts'

const FEWEST_DIGITS = 4

type Named<Id> = { id: Id; name: string; phoneNumber: string }

/**
 * For each person whose name somebody else in `among` has, too: the last digits of their phone number. They are as few
 * as tell this person from the others, but at least four. A person without a phone number is left out.
 */
export function digitsApart<Id>(
  people: readonly Named<Id>[],
  among: readonly Named<Id>[] = people,
): ReadonlyMap<Id, string> {
  const ofName = new Map<string, Named<Id>[]>()
  for (const person of among) {
    const name = searchable(person.name)
    ofName.set(name, [...(ofName.get(name) ?? []), person])
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
