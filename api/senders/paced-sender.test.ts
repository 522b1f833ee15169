import { expect, test, vi } from 'vitest'
import { onSqlite } from '../testing.ts'
import { pacedSender } from './paced-sender.ts'
import type { Sms } from './sender.ts'

onSqlite('A sender of texts', start => {
  test('sends a text that comes while it finds that nothing waits', async () => {
    const { services, clock } = await start()
    const sent: Sms[] = []
    const waiting: Sms[] = []
    const sendSms = async (sms: Sms) => void sent.push(sms)
    const config = { limitFactor: 1000 }
    let looks = 0
    const sender = pacedSender(
      { db: services.db, now: clock.now, config, sendSms, failed: error => expect.fail(error.message) },
      {
        async hasWaiting() {
          const isAnyWaiting = waiting.length > 0
          await new Promise(setImmediate)
          looks += 1
          if (looks > 1) return isAnyWaiting
          // A text comes after the sender looked, and before it knows the result.
          waiting.push({ to: '+971501234567', text: 'Come and learn' })
          sender.wake()
          return isAnyWaiting
        },
        claim: async () => ({ sms: waiting.shift() as Sms }),
        end: async () => {},
      },
    )
    sender.wake()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await sender.close()
  })
})
