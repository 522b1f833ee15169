import { expect, test } from 'vitest'
import { readabilityOf } from './readability.ts'

const question = {
  id: 'burn',
  type: 'multichoice',
  hint: 'Not counted: few see it.',
  textContent: '# How long?\n\nCool it for **3.5 minutes**. Take off rings!\n\n- Water\n- [No ice](https://x.example)',
  options: { answers: [{ id: 'a', text: 'Until it hurts no more', feedback: 'The heat goes on.' }] },
}

test('counts the words of the page and of its answers, without the signs of its form', () => {
  expect(readabilityOf([question], 'en')).toEqual({ words: 22, seconds: 9, sentences: 7, long: [] })
})

test('names the long sentences of an Arabic text, whose words count for more', () => {
  const long = `اغسل يديك ${'جيّدًا بالماء والصابون '.repeat(5).trim()} قبل كلّ شيء؟`
  const { words, sentences, long: found } = readabilityOf([{ textContent: `${long} ثمّ جفّفهما. شكرًا.` }], 'ar')
  expect({ words, sentences }).toEqual({ words: 23, sentences: 3 })
  expect(found).toEqual([long])
  expect(readabilityOf([{ textContent: long }], 'en').long).toEqual([])
})

test('what somebody says in a text ends with its quotation mark', () => {
  const spoken =
    'قالت سلمى: «الماء البارد أوّلًا، ولا ثلج على الحرق.» ثم انتظرنا معًا عشرين دقيقة وغطّينا الحرق (برفق!) ومشينا.'
  expect(readabilityOf([{ textContent: spoken }], 'ar')).toMatchObject({ sentences: 3, long: [] })
})

test('pictures, files and a page without words count for nothing', () => {
  const pages = [{ textContent: '![A kettle on the fire](kettle.webp)' }, { avFilename: 'a.mp3' }, {}]
  expect(readabilityOf(pages, 'en')).toEqual({ words: 0, seconds: 0, sentences: 0, long: [] })
})
