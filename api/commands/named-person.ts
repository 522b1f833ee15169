import { findUid } from '../account/find-people.ts'
import { parseEmail } from '../contact/email-address.ts'
import { parsePhone } from '../contact/phone.ts'
import type { Db } from '../database/tables.ts'
import { option } from './command.ts'

/** Part of the usage of commands about one person. */
export const WHO = '<who>'
export const WHO_IS = '<who> is one of --phone +…, --email … and --uid …'

/** `calledBy` is what the operator typed. */
export type NamedPerson = { uid: string; calledBy: string }

/** The person named by the words. */
export async function personIn(db: Db, words: readonly string[], command: string): Promise<NamedPerson> {
  const given = WAYS.filter(way => option(words, way.option))
  const [way] = given
  if (!way || given.length > 1)
    throw new Error(
      `Name one person, in one way: npm run admin -- ${command} --phone +971501234567 (or --email, or --uid)`,
    )
  const calledBy = way.parse(option(words, way.option) as string)
  const uid = await findUid(db, way.column, calledBy)
  if (uid === undefined) throw new Error(`Nobody signs in with ${calledBy}. To look: npm run admin -- find-person …`)
  return { uid, calledBy }
}

/** The words that are neither an option nor the value of one. */
export function otherWords(words: readonly string[]): string[] {
  const isValue = (index: number) => WAYS.some(way => words[index - 1] === `--${way.option}`)
  return words.filter((word, index) => !word.startsWith('--') && !isValue(index))
}

const WAYS = [
  { option: 'phone', column: 'phone_number', parse: (text: string) => parsePhone(text, []).number },
  { option: 'email', column: 'email', parse: parseEmail },
  { option: 'uid', column: 'uid', parse: (text: string) => text },
] as const
