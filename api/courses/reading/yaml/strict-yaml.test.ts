import { expect, test } from 'vitest'
import { readCourse } from '../../course-files.ts'
import { courseFolder } from '../../testing.ts'

test.each([
  ['aliases that multiply', 'id: &a [x, x]\ntitle: [*a, *a]\n', '2:9 aliases are not allowed: write it out'],
  ['a key that is no field', 'id: x\n__proto__: { isBeta: true }\n', '2:1 `__proto__` cannot be the name of a field'],
  ['a field twice', 'id: x\nid: y\n', '2:1 `id` is given twice'],
  ['a tag of its own', 'id: !!js/function "x"\n', '1:5 Unresolved tag: tag:yaml.org,2002:js/function'],
  ['lists of sixty levels', `id: ${'['.repeat(60)}${']'.repeat(60)}`, '1:55 is nested too deeply'],
  ['groups of sixty levels', `id: ${'{a: '.repeat(60)}1${'}'.repeat(60)}`, '1:205 is nested too deeply'],
  ['thousands of levels', '['.repeat(100_000), '1:1 is nested too deeply'],
  ['thirty thousand fields', 'a: 1\n'.repeat(30_000), '1:1 has more than 1000 entries'],
  ['a hundred thousand fields', 'a: 1\n'.repeat(100_000), '1:1 has more than 250000 words and marks: divide it'],
  ['more than a megabyte', `id: ${'x'.repeat(1_000_001)}`, '1:1 is larger than 1000 kB'],
  ['a second document', 'id: x\n---\nid: y\n', '2:1 a line of --- begins a second text: leave it out'],
  ['what is not text', Buffer.from([0xff, 0xfe, 0x00]), '1:1 is not UTF-8 text'],
  ['what is not YAML', 'id: "x\n', '2:1 the closing quote " is missing'],
])('%s: refused, with its place', async (_, source, mistake) => {
  await expect(readCourse(courseFolder({ 'lessons/01-water.yaml': source }))).rejects.toMatchObject({
    mistakes: expect.arrayContaining([`lessons/01-water.yaml:${mistake}`]),
  })
})
