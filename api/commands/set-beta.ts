import { type Command, option } from './command.ts'

export const setBetaCommand: Command = {
  name: 'set-beta',
  usage: '--phone +… [--off]',
  summary: 'Lets a person see beta courses, or no longer',
  async run({ db, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Say who: npm run admin -- set-beta --phone +971501234567')
    const isBeta = words.includes('--off') ? 0 : 1
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ is_beta: isBeta })
      .where('phone_number', '=', phone)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error(`Nobody signs in with ${phone}`)
    print(`${phone} ${isBeta ? 'sees' : 'no longer sees'} beta courses.`)
  },
}
