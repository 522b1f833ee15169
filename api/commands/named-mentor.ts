import { cleanName } from '../account/display-name.ts'
import { parsePhone } from '../contact/phone.ts'
import type { Db } from '../database/tables.ts'
import { listMentors, type StoredMentor } from '../mentors/mentors.ts'
import { option } from './command.ts'

/** The mentor named by a number, or by the phone they sign in with. */
export async function mentorNamed(db: Db, word: string): Promise<StoredMentor> {
  const phone = word.startsWith('+') ? parsePhone(word, []).number : undefined
  const mentors = await listMentors(db)
  const mentor = mentors.find(one => (phone ? one.phoneNumber === phone : String(one.id) === word))
  const missing = phone ? `${phone} is no mentor's phone` : `There is no mentor number ${word}`
  if (!mentor) throw new Error(`${missing}. To see all: npm run admin -- list-responders`)
  return mentor
}

/** Throws for a retired mentor. */
export async function activeMentorNamed(db: Db, word: string): Promise<StoredMentor> {
  const mentor = await mentorNamed(db, word)
  if (!mentor.isActive) throw new Error(`${mentor.name} is retired and takes no learners`)
  return mentor
}

/** The name after `--name`, which learners see; undefined without one. */
export function nameOption(words: readonly string[]): string | undefined {
  if (!words.includes('--name')) return undefined
  const name = cleanName(option(words, 'name') ?? '')
  if (name === '' || name.startsWith('--')) throw new Error('--name: say a name, like --name "Salma Haddad"')
  return name
}
