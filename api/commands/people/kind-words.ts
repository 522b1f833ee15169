import { actByCommand } from '../../audit-log/audit-log.ts'
import { handOut, KIND_WORDS_LOCK } from '../../organisation/kind-words/hand-out.ts'
import { reportSettings } from '../../organisation/reports/days/report-settings.ts'
import { kindWordsNow } from '../../organisation/reports/kind-words.ts'
import { type Command, option } from '../command.ts'

export const kindWordsCommand: Command = {
  name: 'kind-words',
  usage: '[--mentor N] [--course …]',
  summary: 'Puts a draft of a kind word to each silent learner into the conversation of their mentor; sends nothing',
  async run({ db, words, print }) {
    const settings = await reportSettings(db)
    const query = { mentor: option(words, 'mentor'), course: option(words, 'course') }
    const { ready, shown } = await kindWordsNow(db, query, { settings, reach: 'everybody', now: Date.now() })
    const options = { reach: 'everybody', silentDays: settings.silentDays } as const
    const { count } = await actByCommand(db, [KIND_WORDS_LOCK], (trx, now) => handOut(trx, ready, options, now))
    const { waiting, recent, refused, withoutMentor } = shown.leftOut
    print(`${count} drafts are in the conversations of their mentors.`)
    print(`Left out: ${waiting} wait for an answer, ${recent} had a draft within 14 days, ${refused} want no more,`)
    print(`${withoutMentor} have no mentor.`)
  },
}
