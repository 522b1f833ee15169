import { expect, test } from 'vitest'
import type { Finding } from '../../../../../contract/organisation/checking/findings.ts'
import type { Draft } from '../../../../../contract/organisation/drafts.ts'
import { notChangedSince } from './use-findings.ts'

const path = ['lessons', 'one', 'pages', 'p1', 'textContent']

function draftWith(textContent: string | undefined): Draft {
  const pages = [{ key: 'p1', fields: { id: 'p1', type: 'rich-text', textContent } }]
  return { course: { title: '' }, lessons: [{ key: 'one', file: 'lessons/01.yaml', fields: {}, pages }] } as never
}

function finding(where: readonly string[] | undefined): Finding {
  return { message: 'must not be empty', isMistake: true, path: where } as never
}

test('while Reem fills an empty field, nothing says any more that it is empty; other findings stay', () => {
  const findings = [finding(path), finding(['course', 'title']), finding(undefined), finding(path.slice(0, 4))]
  const checked = { draft: draftWith(''), findings }
  expect(notChangedSince(checked, draftWith(''))).toEqual(findings)
  expect(notChangedSince(checked, draftWith('ن'))).toEqual(findings.slice(1))
  expect(notChangedSince({ ...checked, draft: draftWith(undefined) }, draftWith('ن'))).toEqual(findings.slice(1))
})
