import { describe, expect, test } from 'vitest'
import { cleanTyped } from '../clean-typed.ts'
import { newId } from './new-id.ts'
import { listedAnswers, replacedByList } from './paste-list.ts'
import { namesApart, orderNow, placeBelowHeading } from './places-in-list.ts'

describe('what an author types', () => {
  test('loses control characters and direction marks, and keeps what Persian and emoji need', () => {
    expect(cleanTyped('a\u0000b\u202Ec\u2066d\u200Fe\r\nf\tg')).toBe('abcde\nf\tg')
    expect(cleanTyped('می\u200Cخواهم 👩\u200D🚒')).toBe('می\u200Cخواهم 👩\u200D🚒')
  })

  test('becomes answers, line by line', () => {
    const all = { hasRight: true, hasFeedback: true }
    const right = (text: string) =>
      listedAnswers(text, all).map(({ text: words, isCorrect }) => (isCorrect ? `right: ${words}` : words))
    expect(listedAnswers('Put ice on it\n* Cool it # Water draws the heat out\n\n✓ Wait\tNo\n- 1 | 2', all)).toEqual([
      { text: 'Put ice on it', isCorrect: false },
      { text: 'Cool it', isCorrect: true, feedback: 'Water draws the heat out' },
      { text: 'Wait', isCorrect: true, feedback: 'No' },
      { text: '1 / 2', isCorrect: false },
    ])
    expect(right('أ) الثلج\n=ب) الماء\n٣. *الظلّ')).toEqual(['الثلج', 'right: الماء', 'right: الظلّ'])
    // Phones write ticks in this way.
    expect(right('✔️ Wait\n✅ Cool it\nRub it')).toEqual(['right: Wait', 'right: Cool it', 'Rub it'])
    // Apps for notes write a list of things to do in this way.
    expect(right('☐ Ice\n☑ Water')).toEqual(['Ice', 'right: Water'])
    expect(right('- [ ] Ice\n- [x] Water')).toEqual(['Ice', 'right: Water'])
    expect(right('* [ ] Ice\n* [X] Water')).toEqual(['Ice', 'right: Water'])
    // A list with a star before each line marks nothing, but a second star does.
    expect(right('* Ice\n* Water\n* * Shade')).toEqual(['Ice', 'Water', 'right: Shade'])
    // Word and Google Docs give a list as plain text in this way.
    expect(right('•\tIce\n2.\tWater')).toEqual(['Ice', 'Water'])
    expect(right('●\tIce\n▪ Water')).toEqual(['Ice', 'Water'])
    // Arabic lists often have a dash after the letter.
    expect(right('أ- الثلج\n✓ ب- الماء\nجـ- الظلّ\nهـ) الهواء')).toEqual(['الثلج', 'right: الماء', 'الظلّ', 'الهواء'])
    expect(right('و - حرف\nأ-ب')).toEqual(['و - حرف', 'أ-ب'])
  })

  test('keeps what follows a # where an answer has no feedback, and a sign where no answer is right', () => {
    const texts = (text: string, hasFeedback: boolean) => listedAnswers(text, { hasRight: false, hasFeedback })
    expect(texts('C# and Java\n= 5\n* Tea', false)).toEqual([
      { text: 'C# and Java', isCorrect: false },
      { text: '= 5', isCorrect: false },
      { text: 'Tea', isCorrect: false },
    ])
    expect(texts('Tea # Good', true)).toEqual([{ text: 'Tea', isCorrect: false, feedback: 'Good' }])
  })

  test('takes the place of empty answers, and of no other ones', () => {
    const empty = { key: 'a', id: 'a', text: '' }
    const answers = [empty, { ...empty, key: 'b', feedback: 'Almost' }, { key: 'c', text: 'Ice' }, { key: 'd' }]
    expect(replacedByList(answers, { least: 2, added: 3 })).toEqual(['a', 'd'])
    expect(replacedByList([empty, { ...empty, key: 'b' }], { least: 2, added: 1 })).toEqual(['a'])
    expect(replacedByList([empty], { least: 0, added: 0 })).toEqual(['a'])
  })

  test('gives an id of its Latin words, or of letters, that nothing else has', () => {
    expect(newId('How hot, exactly?', [])).toBe('how-hot-exactly')
    expect(newId('How hot, exactly?', ['how-hot-exactly'])).toBe('how-hot-exactly-2')
    expect(newId('الماء أوّلًا', [])).toMatch(/^p-[a-z2-9]{6}$/)
    expect(newId('x'.repeat(300), [])).toHaveLength(40)
  })
})

test('an answer that Huda adds or deletes while Reem moves another one is in its place, or gone', () => {
  expect(orderNow(['ice', 'shade', 'water'], ['water', 'salt', 'shade', 'ice'])).toEqual([
    'ice',
    'shade',
    'water',
    'salt',
  ])
  expect(orderNow(['ice', 'shade', 'water'], ['salt', 'shade', 'water'])).toEqual(['salt', 'shade', 'water'])
})

test('a screen reader says the place of a page in its lesson, and which lesson if there are several', () => {
  const headingOf = (key: string) => ({ tea: 'Tea', coffee: 'Coffee' })[key]
  const place = (key: string, ...order: string[]) => placeBelowHeading(key, order, headingOf)
  expect(place('pour', 'tea', 'boil', 'pour', 'drink')).toEqual({ place: 2, count: 3 })
  expect(place('pour', 'tea', 'boil', 'coffee', 'grind', 'pour')).toEqual({ place: 2, count: 2, heading: 'Coffee' })
  expect(place('pour', 'tea', 'pour', 'boil', 'coffee')).toEqual({ place: 1, count: 2, heading: 'Tea' })
  expect(placeBelowHeading('pour', ['boil', 'pour'])).toEqual({ place: 2, count: 2 })
})

test('pages with one title have their numbers where a screen reader names them, and other pages do not', () => {
  const titles: Record<string, string> = { boil: 'Tea', pour: 'Tea', drink: 'Drink' }
  const keys = Object.keys(titles)
  const nameOf = (key: string) => titles[key] ?? ''
  const names = namesApart(keys, nameOf, (key, name) => `${name} (${keys.indexOf(key) + 1})`)
  expect([...names.values()]).toEqual(['Tea (1)', 'Tea (2)', 'Drink'])
})
