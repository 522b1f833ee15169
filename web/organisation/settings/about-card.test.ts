import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languageCodes } from '../../../contract/languages.ts'
import { VERSION } from '../../../contract/version.ts'

test.each(languageCodes)('what is new in this version is said in %s', code => {
  const file = new URL(`../../../contract/texts/${code}.json`, import.meta.url)
  const { newest } = JSON.parse(readFileSync(file, 'utf8')).orgSettings.about
  expect(newest.startsWith(`${VERSION}: `), 'say what is new, beginning with the version').toBe(true)
})
