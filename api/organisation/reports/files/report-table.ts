import type { Language } from '../../../../contract/languages.ts'
import type * as reports from '../../../../contract/organisation/reports.ts'
import { MIN_SHOWN } from '../../../../contract/organisation/reports.ts'
import { digitsApart } from '../../../../contract/text/digits-apart.ts'
import type english from '../../../../contract/texts/en.json'
import { HOUR } from '../../../../contract/time.ts'
import { nameInFile } from '../../../team/namesakes.ts'
import { readTexts } from '../../../texts/read-texts.ts'
import type { FileCell, FileTable } from './file-table.ts'

type Texts = (typeof english)['reportFile']
type ListedName = { id: number; name: string; phoneNumber: string }
type Head = keyof Omit<Texts, 'sheet' | 'noAnswers'>

const fileTexts = readTexts('reportFile')

/** The name of a mentor; with the last digits of the phone number, if two have this name. */
type NameOf = (mentorId: number | null, name: string | null) => string

/** A report as a table, in the reader's language. `mentors`: those in reach of the reader. */
export function reportTable(
  name: keyof typeof rowsOf,
  report: unknown,
  { language, timeZone, mentors }: { language: Language; timeZone: string; mentors: readonly ListedName[] },
): FileTable {
  const texts = fileTexts[language].reportFile
  const digits = digitsApart(mentors)
  const nameOf: NameOf = (id, name) => {
    return name === null ? texts.noMentor : nameInFile(name, digits.get(id ?? -1))
  }
  const rows = rowsOf[name] as (report: unknown, texts: Texts, nameOf: NameOf) => FileCell[][]
  return { title: texts.sheet[name], language, timeZone, rows: rows(report, texts, nameOf) }
}

/** The rows of each report as a table: what the screen shows. */
export const rowsOf = {
  overview: ({ weeks }: reports.Overview, t: Texts) => [
    heads(t, 'week', 'until', 'isUnfinished', 'learned', 'began', 'completed', 'newPeople'),
    ...weeks.map(week => [
      ...[{ day: week.from }, { day: week.to }, week.isUnfinished ? t.yes : t.no],
      ...[week.learned, week.began, week.completed, week.newPeople],
    ]),
  ],

  courses: ({ lesson, lessons }: reports.CourseFunnel, t: Texts) =>
    lesson === null
      ? [
          heads(t, 'number', 'lesson', 'begunLesson', 'finished'),
          ...lessons.map(({ number, title, began, finished }) => [number, title, began, finished]),
        ]
      : [
          heads(t, 'lesson', 'number', 'page', 'reached', 'wentOn', 'stopped', 'stillThere'),
          ...lesson.pages.map(page => [
            ...[lesson.title, page.number, page.title],
            ...[page.reached, page.wentOn, page.stopped, page.stillThere],
          ]),
        ],

  questions: ({ questions }: reports.QuestionList, t: Texts) => [
    heads(t, 'lesson', 'number', 'page', 'people'),
    ...questions.map(({ lessonTitle, number, title, people }) => [lessonTitle, number, title, people]),
  ],

  question: ({ answers, given, people, versions }: reports.QuestionReport, t: Texts) => {
    const rows: FileCell[][] = [heads(t, 'what', 'value', 'right', 'count'), [t.people, '', '', people]]
    // The file gives the same reason as the screen. If there are no answers at all, there is no reason to give.
    if (!answers && given > 0) rows.push([t.noAnswers[given < MIN_SHOWN ? 'few' : 'not-alone'], '', '', null])
    if (!answers) return rows
    rows.push(...answerRows(answers, t))
    for (const { version, right } of versions) rows.push([t.version, version, t.yes, right ?? t.fewer])
    return rows
  },

  versions: ({ a, b }: reports.PageVersions, t: Texts) => [
    heads(t, 'courseVersion', 'what', 'value', 'right', 'count'),
    ...[a, b].flatMap(side => (side === null ? [] : versionRows(side, t).map(row => [side.version, ...row]))),
  ],

  mentors: ({ mentors }: reports.MentorReport, t: Texts, nameOf: NameOf) => [
    heads(
      t,
      ...(['mentor', 'isAway', 'learners', 'capacity', 'halfHours', 'nineHours'] as const),
      ...(['answered', 'neededNone', 'waiting', 'longestHours', 'unheard'] as const),
    ),
    ...mentors.map(one => [
      ...[nameOf(one.mentorId, one.name), one.isAway ? t.yes : t.no, one.learners, one.capacity],
      ...[hours(one.halfMs), hours(one.nineInTenMs), one.answered, one.neededNone],
      ...[one.waiting, hours(one.longestMs), one.unheard],
    ]),
  ],

  silent: ({ groups }: reports.SilentReport, t: Texts, nameOf: NameOf) => [
    heads(t, 'where', 'lesson', 'name', 'lastAt', 'mentor'),
    ...groups.flatMap(group =>
      group.people.map(({ lastAt, mentorId, mentorName, ...person }) => [
        placeInFile(group, t),
        group.lessonTitle,
        personInFile(person, t),
        { at: lastAt },
        nameOf(mentorId, mentorName),
      ]),
    ),
  ],

  voices: ({ mentors }: reports.VoiceReport, t: Texts, nameOf: NameOf) => [
    heads(t, 'mentor', 'name', 'since', 'hours'),
    ...mentors.flatMap(mentor =>
      mentor.waiting.map(({ since, ageMs, ...person }) => [
        nameOf(mentor.mentorId, mentor.name),
        personInFile(person, t),
        ...[{ at: since }, hours(ageMs)],
      ]),
    ),
  ],
} satisfies Record<string, (report: never, texts: Texts, nameOf: NameOf) => FileCell[][]>

function versionRows(side: reports.VersionOfPage, t: Texts): FileCell[][] {
  if (side.page === null) return [[t.withoutPage, '', '', null]]
  const rows: FileCell[][] = (['reached', 'wentOn', 'stopped', 'stillThere'] as const).map(name => [
    t[name],
    '',
    '',
    side[name],
  ])
  const { noAnswers } = side
  if (noAnswers !== null && noAnswers !== 'no-question') rows.push([t.noAnswers[noAnswers], '', '', null])
  if (!side.answers) return rows
  const { people, right, counts } = side.answers
  const isGraded = counts.tries !== null
  return [
    ...rows,
    [t.people, '', '', people],
    ...(people > side.reached ? [[t.begunElsewhere, '', '', null]] : []),
    ...(isGraded ? [[t.rightAtFirst, '', t.yes, right ?? t.fewer]] : []),
    ...answerRows(counts, t),
  ]
}

/** Rows with what is counted, its value, whether it is right, and how many. */
function answerRows({ chosen, tries, numbers, places, words }: reports.Answers, t: Texts): FileCell[][] {
  const few = (count: number | null) => count ?? t.fewer
  const yesOrNo = (is: boolean) => (is ? t.yes : t.no)
  const rows: FileCell[][] = []
  for (const { id, text, isRight, count } of chosen)
    rows.push([t.chosen, id === null ? t.goneAnswer : text, isRight === null ? '' : yesOrNo(isRight), few(count)])
  if (tries)
    rows.push(
      [t.firstTry, '', '', few(tries.first)],
      [t.secondTry, '', '', few(tries.second)],
      [t.laterTry, '', '', few(tries.later)],
    )
  for (const { text, wrong } of places) rows.push([t.wrongIn, text, '', few(wrong)])
  for (const { from, to, count } of numbers?.bars ?? [])
    rows.push([t.chosen, from === to ? from : `${from}–${to}`, '', few(count)])
  if (numbers) rows.push([t.middle, numbers.middle, '', null])
  if (words) {
    for (const name of ['written', 'spoken', 'reviewed'] as const) rows.push([t[name], '', '', few(words[name])])
    rows.push([t.seconds, words.seconds, '', null])
  }
  return rows
}

type ListedPerson = Pick<reports.VoiceReport['mentors'][number]['waiting'][number], 'name' | 'contact' | 'digits'>

/** Where a group of silent people stopped, in the words of the screen. */
function placeInFile({ code, pageTitle }: reports.SilentReport['groups'][number], t: Texts): string {
  if (code === 'unanswered') return t.unanswered
  return pageTitle === null ? t.elsewhere : t.before.replace('{title}', () => pageTitle)
}

/** The name of a person, else the phone number or e-mail address. */
function personInFile({ name, contact, digits }: ListedPerson, t: Texts): string {
  return name === null ? (contact ?? t.nameless) : nameInFile(name, digits)
}

function heads(texts: Texts, ...names: Head[]): string[] {
  return names.map(name => texts[name])
}

function hours(ms: number | null): number | null {
  return ms === null ? null : Math.round((10 * ms) / HOUR) / 10
}
