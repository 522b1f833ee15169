import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import arabic from '../../../../contract/texts/ar.json' with { type: 'json' }
import english from '../../../../contract/texts/en.json' with { type: 'json' }
import { waitOf } from './wait-of.ts'

test.each([
  [undefined, 'a minute', 'دقيقة'],
  [61, '2 minutes', 'دقيقتين'],
  [3600, '60 minutes', '٦٠ دقيقة'],
  [5401, '2 hours', 'ساعتين'],
  [83_000, '24 hours', '٢٤ ساعة'],
])('after too many tries it is said when the next one makes sense: %s', (seconds, inEnglish, inArabic) => {
  const inWords = [['en', english] as const, ['ar-u-nu-arab', arabic as typeof english] as const].map(
    ([locale, messages]) =>
      createTranslator({ locale, messages, namespace: 'org.problems' })('auth/too-many-requests', waitOf(seconds)),
  )
  expect(inWords[0]).toContain(` in ${inEnglish}.`)
  expect(inWords[1]).toContain(` بعد ${inArabic}.`)
})
