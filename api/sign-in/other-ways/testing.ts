import { sendCode } from '../../../contract/sign-in/phone.ts'
import type { TestServer } from '../../testing.ts'
import { solvedChallenge } from '../../testing-people.ts'

/** A new browser whose person has typed a phone and waits for its SMS. */
export async function askForCode({ call }: TestServer, phone: string): Promise<string> {
  return (await call(sendCode, { body: { phone, proof: await solvedChallenge(call) } })).data.verificationId
}
