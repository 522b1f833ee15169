import { expect, test } from 'vitest'
import { titleOfDraftPage } from './title-of-draft-page.ts'

test('a page is named by the first line of its text, with its numbers in the order of the page', () => {
  const textContent = '\n## كم **مرّة** (<bdi dir="ltr">3-5</bdi>) و<i>لماذا</i>؟\n\nنصّ'
  expect(titleOfDraftPage({ textContent })).toBe('كم مرّة (\u20663-5\u2069) ولماذا؟')
})
