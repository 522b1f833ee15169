import type { Language } from '../../contract/courses.ts'
import { sendCode } from '../../contract/embedded-identity.ts'
import { uniquePhone } from '../../contract/identity.ts'
import { NETWORK_FAILED, Refusal } from '../../contract/refusals.ts'
import { callSignedOut } from '../api.ts'
import { botProof, resetBotCheck } from './bot-check.ts'

export type SentCode = { verificationId: string; resendAt: number }

/** Whether nobody signs in with this phone yet. When the server cannot tell, the person counts as known. */
export async function isNewPhone(phone: string): Promise<boolean> {
  const headers = { 'x-bot-check': await botProof() }
  try {
    return (await callSignedOut(uniquePhone, { query: { phone } }, { headers })).success
  } catch (error) {
    if (error instanceof Refusal && NEEDS_ATTENTION.includes(error.code)) throw error
    return false
  }
}

const NEEDS_ATTENTION = [NETWORK_FAILED, 'auth/invalid-phone-number']

export async function requestCode(phone: string, language: Language): Promise<SentCode> {
  const proof = await botProof()
  const { data } = await callSignedOut(sendCode, { body: { phone, proof, language } })
  resetBotCheck()
  return { verificationId: data.verificationId, resendAt: Date.now() + data.resendAfterSeconds * 1000 }
}
