import { insertUser, newUid } from '../../api/account/users.ts'
import type { Db } from '../../api/database/tables.ts'
import { insertMentor } from '../../api/mentors/mentors.ts'
import { openSecrets } from '../../api/secrets/secrets.ts'
import { openKeyRing } from '../../api/sign-in/sessions/key-ring.ts'
import { openSession } from '../../api/sign-in/sessions/sessions.ts'
import { createTokens, type Tokens } from '../../api/sign-in/sessions/tokens.ts'

export type Member = { uid: string; idToken: string }
/** A mentor with their learners. `id` is the mentor's number. */
export type Class = { id: number; mentor: Member; learners: Member[] }

/**
 * Mentors and learners who are signed in, inserted into the database: the sign-in of each would need a solved
 * challenge.
 */
export async function crowd(
  db: Db,
  dataDir: string,
  { classes, learnersEach }: { classes: number; learnersEach: number },
): Promise<Class[]> {
  const { signingKeys } = openSecrets({ secretKey: process.env.SECRET_KEY ?? '', dataDir })
  const tokens = createTokens(await openKeyRing({ db, key: signingKeys, now: Date.now, warn: console.warn }), Date.now)
  const made: Class[] = []
  for (let count = 0; count < classes; count++) {
    const phoneNumber = phoneOf(count, 0)
    const { id } = await insertMentor(db, { name: `Mentor ${count}`, phoneNumber }, Date.now())
    const mentor = await memberOf(db, tokens, phoneNumber)
    const phones = Array.from({ length: learnersEach }, (_, index) => phoneOf(count, index + 1))
    const learners: Member[] = []
    for (const phone of phones) learners.push(await memberOf(db, tokens, phone))
    await db.updateTable('users').set({ responder_id: id }).where('phone_number', 'in', phones).execute()
    made.push({ id, mentor, learners })
  }
  return made
}

async function memberOf(db: Db, tokens: Tokens, phoneNumber: string): Promise<Member> {
  const person = { uid: newUid(), phoneNumber, email: null }
  await insertUser(db, person, Date.now())
  const { idToken } = await tokens.issue(await openSession(db, person, Date.now()))
  return { uid: person.uid, idToken }
}

function phoneOf(ofClass: number, index: number): string {
  return `+97152${String(ofClass).padStart(3, '0')}${String(index).padStart(4, '0')}`
}
