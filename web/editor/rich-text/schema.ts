import { type DOMOutputSpec, Schema } from 'prosemirror-model'
import { isLink } from '../../../contract/text/markup.ts'

const CONTENT: DOMOutputSpec = ['p', 0]

/**
 * Has exactly the Markdown of docs/course-format.md, so a pasted text cannot bring more. A block with more, such as a
 * table, is `kept`: it is shown as its source and stays as it is.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => CONTENT },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 1 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    quote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    list: {
      content: 'item+',
      group: 'block',
      attrs: { isOrdered: { default: false }, start: { default: 1 }, isLoose: { default: false } },
      parseDOM: [
        { tag: 'ul', attrs: { isOrdered: false } },
        { tag: 'ol', getAttrs: list => ({ isOrdered: true, start: Number(list.getAttribute('start') ?? 1) || 1 }) },
      ],
      toDOM: ({ attrs: { isOrdered, start } }) =>
        isOrdered ? ['ol', start === 1 ? {} : { start: String(start) }, 0] : ['ul', 0],
    },
    item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    kept: {
      group: 'block',
      atom: true,
      attrs: { source: {} },
      // The source is an attribute, too: copying and pasting in the editor keeps it.
      parseDOM: [{ tag: 'pre[data-kept]', getAttrs: pre => ({ source: pre.getAttribute('data-kept') ?? '' }) }],
      toDOM: ({ attrs: { source } }) => ['pre', { class: 'kept-source', 'data-kept': source, dir: 'auto' }, source],
    },
    text: { group: 'inline' },
    picture: {
      inline: true,
      group: 'inline',
      draggable: true,
      attrs: { src: {}, alt: { default: '' } },
      parseDOM: [
        {
          tag: 'img[data-file]',
          getAttrs: img => ({ src: img.getAttribute('data-file') ?? '', alt: img.getAttribute('alt') ?? '' }),
        },
      ],
      toDOM: ({ attrs: { src, alt } }) => ['img', { 'data-file': src, alt }],
    },
    lineBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: link => {
            const href = link.getAttribute('href') ?? ''
            return isLink(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs: { href } }) => ['a', { href }, 0],
    },
    bdi: {
      attrs: { dir: { default: 'ltr' } },
      inclusive: false,
      parseDOM: [{ tag: 'bdi', getAttrs: bdi => ({ dir: bdi.getAttribute('dir') === 'rtl' ? 'rtl' : 'ltr' }) }],
      toDOM: ({ attrs: { dir } }) => ['bdi', { dir }, 0],
    },
    em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }], toDOM: () => ['em', 0] },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        // A document of Google is inside of a <b> that is not bold.
        { tag: 'b', getAttrs: bold => bold.style.fontWeight !== 'normal' && null },
        { style: 'font-weight', getAttrs: weight => /^(bold(er)?|[6-9]\d\d)$/.test(weight) && null },
      ],
      toDOM: () => ['strong', 0],
    },
  },
})
