import { describe, expect, test } from 'vitest'
import { languages } from '../../../../contract/languages.ts'
import type { SilentReport } from '../../../../contract/organisation/reports.ts'
import { readTexts } from '../../../texts/read-texts.ts'
import { reportTable } from './report-table.ts'

const texts = readTexts('reportFile', 'reports')

/** A word of the files, and the word of the screen for the same thing. */
const sameWords = [
  ...(['learned', 'began', 'completed', 'newPeople'] as const).map(name => [name, `overview.${name}`]),
  ...(['lesson', 'page', 'reached', 'wentOn', 'stopped', 'stillThere', 'finished'] as const).map(name => [
    name,
    `courses.${name}`,
  ]),
  ...[['begunLesson', 'courses.began']],
  ...(['written', 'spoken', 'reviewed', 'fewer', 'rightAtFirst', 'people'] as const).map(name => [
    name,
    `question.${name}`,
  ]),
  ...[
    ['goneAnswer', 'question.gone'],
    ['courseVersion', 'question.versionHead'],
  ],
  ...(['mentor', 'answered', 'neededNone', 'learners', 'waiting'] as const).map(name => [name, `mentors.${name}`]),
  ...[['noMentor', 'mentors.nobody']],
  ...(['where', 'unanswered', 'elsewhere', 'before', 'nameless'] as const).map(name => [name, `silent.${name}`]),
  ...(['overview', 'mentors', 'voices'] as const).map(name => [`sheet.${name}`, `tabs.${name}`]),
] as [string, string][]

function textAt(section: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], section)
}

describe.each(Object.keys(languages) as (keyof typeof languages)[])('the files of reports, language %s', language => {
  test.each(sameWords)('the file says %s as the screen says %s', (inFile, onScreen) => {
    const { reportFile, reports } = texts[language]
    expect(textAt(reportFile, inFile)).toBe(textAt(reports, onScreen))
  })
})

test('a silent person whose page is gone, and one without a name and a number, have no empty cells', () => {
  const person = { uid: 'a', lastAt: 0, mentorId: null, mentorName: null }
  const place = { lessonId: null, lessonTitle: null, pageId: null, mentorId: null, mentorName: null, count: 1 }
  const report: Pick<SilentReport, 'groups'> = {
    groups: [
      { ...place, code: 'stopped', pageTitle: 'A kit of $& and £', people: [{ ...person, name: 'Noura' }] },
      { ...place, code: 'stopped', pageTitle: null, people: [{ ...person, name: null }] },
      { ...place, code: 'unanswered', pageTitle: null, people: [{ ...person, name: null, contact: '+971501234567' }] },
    ],
  }
  const { rows } = reportTable('silent', report, { language: 'en', timeZone: 'UTC', mentors: [] })
  expect(rows.slice(1).map(([where, , name]) => [where, name])).toEqual([
    ['Before “A kit of $& and £”', 'Noura'],
    ['Elsewhere', 'Without a name'],
    ['They asked and got no answer', '+971501234567'],
  ])
})
