import { expect, test } from 'vitest'
import { collectingReporter } from '../../testing.ts'
import { cleanMarkdown, markdownToHtml } from '../markdown.ts'
import type { FindPicture } from './clean-html.ts'
import { hostileHtml } from './hostile.ts'
import { expectHarmless } from './testing-harmless.ts'

/** A course with one picture. */
const findPicture: FindPicture = (source, report) => {
  if (source === 'kettle.png') return { url: 'media/tea.kettle-12345678.png' }
  report.mistake(`${source} is not in media/`)
  return undefined
}

test.each(hostileHtml)('no part of %j runs on a page', markdown => {
  expectHarmless(markdownToHtml(markdown, findPicture, collectingReporter()))
})

test.each(hostileHtml)('no part of %j runs in the details of an answer', markdown => {
  const report = collectingReporter()
  const cleaned = cleanMarkdown(markdown, findPicture, report)
  const again = collectingReporter()
  expectHarmless(markdownToHtml(cleaned, url => ({ url }), again))
  if (report.mistakes.length === 0) expect(again.warnings).toEqual([])
})

test('ordinary Markdown becomes the expected HTML', () => {
  const report = collectingReporter()
  const markdown = `# Fresh water?

- *one* and **two**
- see [the well](https://well.example/a?b=1&c=2) or [write](mailto:salma@example.org)

> Calm

![A kettle](kettle.png)

<bdi dir="rtl" lang="ar">شاي</bdi>`
  expect(markdownToHtml(markdown, findPicture, report)).toBe(`<h1>Fresh water?</h1>
<ul>
<li><em>one</em> and <strong>two</strong></li>
<li>see <a href="https://well.example/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">the well</a> or <a href="mailto:salma@example.org" rel="noopener noreferrer" target="_blank">write</a></li>
</ul>
<blockquote>
<p>Calm</p>
</blockquote>
<p><img src="media/tea.kettle-12345678.png" alt="A kettle" /></p>
<p><bdi dir="rtl" lang="ar">شاي</bdi></p>`)
  expect(report).toMatchObject({ mistakes: [], warnings: [] })
})

test('the details of an answer stay Markdown, with pictures at their stored URL', () => {
  const report = collectingReporter()
  const markdown = '## Why\n\nIt is $& <b>good</b>, [really](javascript:x):\n\n![A kettle](kettle.png)'
  expect(cleanMarkdown(markdown, findPicture, report)).toBe(
    '## Why\n\nIt is $& good, really:\n\n![A kettle](media/tea.kettle-12345678.png)',
  )
  expect(report).toMatchObject({
    mistakes: [],
    warnings: ['<b> was removed', 'the link to javascript:x was removed: links begin with https:// or mailto:'],
  })
})

test('removed markup of a page is reported', () => {
  const report = collectingReporter()
  markdownToHtml('<p onclick="x" class="y">a <font>b</font></p>\n\n[c](ftp://d)', findPicture, report)
  expect(report.warnings).toEqual([
    'onclick of <p> was removed',
    'class of <p> was removed',
    '<font> was removed',
    'the link to ftp://d was removed: links begin with https:// or mailto:',
  ])
})
