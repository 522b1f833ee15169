import type { ruleOf } from '../../courses/checking/sentences.ts'
import type { Files } from '../../courses/testing.ts'

export type Rule = NonNullable<ReturnType<typeof ruleOf>>
/** A rule, and the file in which it is broken. */
export type BrokenRule = readonly [rule: Rule, file: string]
/** Files of a course folder that break rules. */
export type Broken = { files: Files; rows: readonly BrokenRule[] }

const answers = (...all: string[]) => `options: { answers: [${all.map(one => `{ ${one} }`).join(', ')}] }`
const blanks = (...places: number[]) =>
  `options: { blanks: [${places.map((place, index) => `{ id: b${index}, text: B, correctOrder: ${place} }`).join(', ')}] }`
const many = Array.from({ length: 31 }, (_, index) => `id: a${index}, text: A`)
export const texts = (text: string) => `{ id: p, type: rich-text, textContent: ${JSON.stringify(text)} }`
const behind = (text: string) =>
  `{ id: p, type: explore-options, ${answers(`id: a, text: A, detailContent: ${JSON.stringify(text)}`)} }`

/** Each breaks one rule in one page. */
const mistakesOfPages: Partial<Record<Rule, string>> = {
  missing: '{ type: rich-text, textContent: Hi }',
  text: '{ id: p, type: rich-text, textContent: Hi, hint: 3 }',
  number: '{ id: p, type: number, options: { max: ten } }',
  boolean: `{ id: p, type: multiselect, ${answers('id: a, text: A, isCorrect: maybe', 'id: b, text: B')} }`,
  list: '{ id: p, type: multiselect, options: { answers: none } }',
  group: 'only words',
  whole: '{ id: p, type: rich-text, textContent: Hi, rank: 1.5 }',
  oneOf: '{ id: p, type: song }',
  atLeastMany: `{ id: p, type: multiselect, ${answers('id: a, text: A')} }`,
  tooMany: `{ id: p, type: multiselect, ${answers(...many)} }`,
  min: '{ id: p, type: text-response, options: { rows: 0 } }',
  max: '{ id: p, type: text-response, options: { rows: 31 } }',
  more: '{ id: p, type: number, options: { step: 0 } }',
  id: '{ id: Not fine, type: rich-text, textContent: Hi }',
  empty: `{ id: p, type: multiselect, ${answers('id: a, text: " "', 'id: b, text: B')} }`,
  unknownMeant: '{ id: p, type: rich-text, textContent: Hi, buttonTxt: Send }',
  unknown: '{ id: p, type: rich-text, textContent: Hi, colour: red }',
  sharedPlace: `{ id: p, type: match-blanks, ${blanks(2, 2)} }`,
  absentPlace: `{ id: p, type: match-blanks, ${blanks(1, 3)} }`,
  maxMin: '{ id: p, type: number, options: { min: 5, max: 5 } }',
  wideStep: '{ id: p, type: number, options: { max: 2, step: 5 } }',
  bar: `{ id: p, type: multiselect, ${answers('id: a, text: "A|B"', 'id: b, text: B')} }`,
  needsFilm: '{ id: p, type: video }',
  choiceId: `{ id: p, type: multiselect, ${answers('id: a, text: A', 'id: a, text: B')} }`,
  pageId: `${texts('Hi')}\n  - ${texts('Hi again')}`,
  notInMedia: '{ id: p, type: rich-text, avFilename: gone.mp3 }',
  nameEnd: '{ id: p, type: rich-text, textContent: Hi, captions: words.txt }',
  pictureSource: texts('![A kettle](https://evil.example/kettle.png)'),
  filmNotes: `{ id: p, type: multiselect, ${answers('id: a, text: A, originalOnly: true', 'id: b, text: B')} }`,
  longText: texts('word '.repeat(4001)),
  deepMarkdown: texts('>'.repeat(30)),
  crowdedMarkdown: texts('*a_'.repeat(300)),
  notClean: behind('<scr<b></b>ipt>'),
}

const warningsOfPages: Partial<Record<Rule, string>> = {
  nothingToShow: '{ id: p, type: rich-text }',
  rank: '{ id: p, type: number, rank: 1 }',
  linkRemoved: texts('[Look](javascript:alert)'),
  attributeRemoved: texts('<p class="red">Hi</p>'),
  tagRemoved: texts('<font>Hi</font>'),
  removed: behind('<div>\nHi'),
}

/** Each is a lesson that cannot be read. */
const unreadable: Partial<Record<Rule, string>> = {
  tooDeep: '['.repeat(20_000),
  tokens: `[${'a,'.repeat(100_000)}]`,
  aliases: 'id: &a [x, x]\ntitle: [*a, *a]\n',
  entries: Array.from({ length: 1001 }, (_, index) => `a${index}: 1\n`).join(''),
  twice: 'id: x\nid: y\n',
  noFieldName: 'id: x\n__proto__: { beta: true }\n',
  yamlCompact: 'id: a: b\n',
  yamlColumn: 'pages:\n   id: x\n  title: y\n',
  yamlSequence: '- - a\n - - b\n',
  yamlOneLine: 'id: x\nmany\nlines: y\n',
  yamlValue: 'id: x\ntitle\n',
  yamlQuote: 'id: "x\n',
  yamlStart: 'id: @x\n',
  yamlEscape: 'id: "\\q"\n',
  yamlSecond: 'id: x\n---\nid: y\n',
  yamlIndented: 'id: |\n\tx\n',
  yamlEnd: 'title: [\n',
  yamlOther: 'id: !!js/function "x"\n',
}

function lessonsOf(pages: Partial<Record<Rule, string>>): Broken {
  const lessons = Object.entries(pages).map(([rule, page], index) => {
    const file = `lessons/${100 + index}-${rule}.yaml`
    return { file, rule: rule as Rule, text: `id: ${rule.toLowerCase()}\ntitle: Water\npages:\n  - ${page}\n` }
  })
  return {
    files: Object.fromEntries(lessons.map(({ file, text }) => [file, text])),
    rows: lessons.map(({ rule, file }) => [rule, file] as const),
  }
}

function unreadableLessons(): Broken {
  const lessons = Object.entries(unreadable).map(([rule, text], index) => {
    const file = `lessons/${300 + index}-${rule}.yaml`
    return { file, rule: rule as Rule, text }
  })
  return {
    files: Object.fromEntries(lessons.map(({ file, text }) => [file, text])),
    rows: lessons.map(({ rule, file }) => [rule, file] as const),
  }
}

/** A lesson for each rule that a page can break, and a lesson for each way in which a file can be unreadable. */
export const brokenLessons: readonly Broken[] = [lessonsOf(mistakesOfPages), unreadableLessons()]

/** A lesson for each rule whose break is only a warning. */
export const warnedLessons = lessonsOf(warningsOfPages)
