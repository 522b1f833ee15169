import type { Config } from '../config.ts'
import { post } from './post.ts'
import type { SendSms } from './sender.ts'

const API = 'https://api.twilio.com'

export type TwilioSettings = Pick<Config, 'twilioAccountSid' | 'twilioAuthToken' | 'twilioFrom'>

/**
 * https://www.twilio.com/docs/messaging/api/message-resource; `twilioFrom` is a number or a messaging service (MG…).
 */
export function twilioSender({ twilioAccountSid, twilioAuthToken, twilioFrom }: TwilioSettings, api = API): SendSms {
  const url = `${api}/2010-04-01/Accounts/${encodeURIComponent(twilioAccountSid)}/Messages.json`
  const headers = {
    Authorization: `Basic ${Buffer.from(`${twilioAccountSid}:${twilioAuthToken}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  const sender = twilioFrom.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return ({ to, text }) =>
    post(url, headers, new URLSearchParams({ To: to, [sender]: twilioFrom, Body: text }).toString())
}
