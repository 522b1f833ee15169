import { userLock } from '../../account/write-for-user.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import {
  allowNewPhone,
  cancelNewPhone,
  locksOfAllowing,
  notifyOldPhone,
  readNewPhone,
} from '../../organisation/people/new-phone.ts'
import { countedSenders } from '../../organisation/settings/counted-senders.ts'
import { failureOf } from '../../senders/sender.ts'
import { type Command, option, orMissing } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const newPhoneCommand: Command = {
  usage: '--phone <old> --to <new>',
  summary: 'Allows a new phone number for 24 hours, after a lost phone; the old number is told at once',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'new-phone')
    const to = option(words, 'to')
    if (!to) throw new Error('Give the new number: npm run admin -- new-phone --phone +971501234567 --to +971507654321')
    const phone = await readNewPhone(db, config, to)
    const allowed = await actByCommand(db, locksOfAllowing(uid, phone), (trx, now) =>
      allowNewPhone(trx, uid, phone, now),
    )
    print(`${calledBy} gets ${phone} by signing in with it within 24 hours.`)
    const senders = countedSenders(db, config, { now: Date.now, failed: () => {} })
    try {
      await notifyOldPhone(db, allowed, { sendSms: senders.sendSms, now: Date.now() })
      print(`${allowed.oldPhone} was notified.`)
    } catch (error) {
      print(`${allowed.oldPhone} could not be notified: ${failureOf(error as Error).message}`)
    } finally {
      await senders.settled()
    }
  },
}

export const cancelNewPhoneCommand: Command = {
  usage: WHO,
  summary: 'Takes back a new phone number that was allowed and not used yet',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'cancel-new-phone')
    await orMissing(`${calledBy} was allowed no new number, or it is over or in use`, () =>
      actByCommand(db, [userLock(uid)], (trx, now) => cancelNewPhone(trx, uid, now)),
    )
    print(`${calledBy} keeps the number.`)
  },
}
