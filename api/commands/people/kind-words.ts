import { actByCommand } from '../../audit-log/audit-log.ts'
import { anyWrittenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import { storeKindTexts, textsSoFar } from '../../organisation/kind-words/kind-texts.ts'
import { createKindTextSender } from '../../organisation/kind-words/send-texts.ts'
import { KIND_WORDS_LOCK, storeKindWords } from '../../organisation/kind-words/store-kind-words.ts'
import { reportSettings } from '../../organisation/reports/days/report-settings.ts'
import { kindWordsNow } from '../../organisation/reports/kind-words.ts'
import { countedSenders } from '../../organisation/settings/counted-senders.ts'
import { type Command, option } from '../command.ts'
import { mentorNamed } from '../named-mentor.ts'

export const kindTextsCommand: Command = {
  usage: '[--mentor N] [--course …]',
  summary: 'Sends a friendly text to each silent learner who agreed to such, at most one a second, once in 14 days',
  async run({ db, config, words, print }) {
    const settings = await reportSettings(db)
    const query = await readFilter(db, words)
    const { readyTexts } = await kindWordsNow(db, query, { settings, reach: 'everybody', now: Date.now() })
    const options = { reach: 'everybody', silentDays: settings.silentDays } as const
    const count = await actByCommand(db, [KIND_WORDS_LOCK], (trx, now) => storeKindTexts(trx, readyTexts, options, now))
    const before = await textsSoFar(db, { reach: 'everybody', now: Date.now() })
    const { sendSms } = countedSenders(db, config, { now: Date.now, failed: () => {} })
    const failed = (error: Error) => print(`Stopped: ${error.message}. The server goes on within a minute.`)
    await createKindTextSender({ db, now: Date.now, config, sendSms, failed }).finish()
    const after = await textsSoFar(db, { reach: 'everybody', now: Date.now() })
    print(
      `${count} to send: ${after.sent - before.sent} sent, ${after.refused - before.refused} refused by the gateway.`,
    )
  },
}

export const kindWordsCommand: Command = {
  usage: '[--mentor N] [--course …]',
  summary: 'Puts a draft of a kind word to each silent learner into the conversation of their mentor; sends nothing',
  async run({ db, words, print }) {
    const settings = await reportSettings(db)
    const query = await readFilter(db, words)
    const { ready, shown } = await kindWordsNow(db, query, { settings, reach: 'everybody', now: Date.now() })
    const options = { reach: 'everybody', silentDays: settings.silentDays } as const
    const { count } = await actByCommand(db, [KIND_WORDS_LOCK], (trx, now) => storeKindWords(trx, ready, options, now))
    const { waiting, recent, refused, withoutMentor } = shown.leftOut
    print(`${count} drafts are in the conversations of their mentors.`)
    print(`Left out: ${waiting} wait for an answer, ${recent} had a draft within 14 days, ${refused} want no more,`)
    print(`${withoutMentor} have no mentor.`)
  },
}

/** Throws for an unknown mentor or course. Otherwise the command would find nobody, and not say why. */
async function readFilter(db: Db, words: readonly string[]) {
  const [mentor, course] = [option(words, 'mentor'), option(words, 'course')]
  if (course !== undefined && !(await anyWrittenCourse(db, course)))
    throw new Error(`There is no course ${course}. To see all: npm run admin -- list-courses`)
  return { mentor: mentor && String((await mentorNamed(db, mentor)).id), course }
}
