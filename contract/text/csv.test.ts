import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'\t=1+1"],
  // In many countries spreadsheets separate cells by semicolons, so this name would begin a second cell.
  ["Noura;=cmd|' /C calc'!A0", "Noura;'=cmd|' /C calc'!A0"],
  ['نورة;;+1', "نورة;;'+1"],
  ['Zoë-Élodie; 3-4', 'Zoë-Élodie; 3-4'],
])('%s is text for every spreadsheet', (name, written) => {
  expect([...csvLines([[name]])]).toEqual(['\uFEFF', `${written}\r\n`])
})
