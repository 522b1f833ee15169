import { expect, test } from 'vitest'
import { filesIn, withFilesRenamed } from './files-in.ts'

const page = {
  type: 'explore-options',
  textContent: 'Pour from kettle.webp:\n\n![A pot, as in pot.webp](my-kettle.webp "cup.webp")\n\n`![code](code.webp)`',
  transcript:
    'See\n\n![by its label][one]\n\n[one]: label.webp\n\n<p><img alt="" src="drawn.svg"> <IMG src=bare.png></p>',
  avFilename: 'pour.mp4',
  captions: '',
  options: { answers: [{ text: 'water.mp3', avFilename: 'tea.mp3', detailContent: '- ![In a list](listed.webp)' }] },
}

test('a page uses the files that its fields and its pictures name, and no file that its texts speak of', () => {
  const used = ['my-kettle.webp', 'label.webp', 'drawn.svg', 'bare.png', 'pour.mp4', 'listed.webp', 'tea.mp3']
  expect(filesIn([page]).toSorted()).toEqual(used.toSorted())
})

test('a file is counted once for each use', () => {
  expect(filesIn([{ captions: 'pour.vtt' }, { captions: 'pour.vtt' }])).toEqual(['pour.vtt', 'pour.vtt'])
})

test('with other names, each use and nothing else has the other name', () => {
  const names = new Map(filesIn(page).map(name => [name, `new-${name}`]))
  const other = withFilesRenamed(page, names)
  expect(filesIn(other).toSorted()).toEqual([...names.values()].toSorted())
  expect(other.textContent).toContain(
    'Pour from kettle.webp:\n\n![A pot, as in pot.webp](new-my-kettle.webp "cup.webp")',
  )
  expect(other.options.answers[0]?.text).toBe('water.mp3')
})
