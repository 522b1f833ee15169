import { expect, test } from 'vitest'
import { firstLetter } from './first-letter.ts'

test('a course without an icon has the first letter of its title, in Arabic without the article', () => {
  const letters = [
    ['الخطوات الأولى', 'خ'],
    ['«الشاي» والماء', 'ش'],
    ['شاي', 'ش'],
    ['ألوان', 'أ'],
    // Two letters are a word, not an article.
    ['ال', 'ا'],
    ['  first aid', 'F'],
    ['“Tea” and water', 'T'],
    ['3 cups', '3'],
    ['٣ أكواب', '٣'],
    ['✨', ''],
    ['', ''],
  ]
  expect(letters.map(([title = '']) => firstLetter(title))).toEqual(letters.map(([, letter]) => letter))
})
