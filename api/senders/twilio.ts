import { post } from './post.ts'
import type { SendSms } from './sender.ts'

const API = 'https://api.twilio.com'

/** https://www.twilio.com/docs/messaging/api/message-resource; `from` is a number or a messaging service (MG…). */
export function twilioSender(
  { accountSid, authToken, from }: { accountSid: string; authToken: string; from: string },
  api = API,
): SendSms {
  const url = `${api}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const headers = {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return ({ to, text }) => post(url, headers, new URLSearchParams({ To: to, [sender]: from, Body: text }).toString())
}
