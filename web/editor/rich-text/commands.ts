import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList, wrapRangeInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** The buttons above a text. */
export type Tool = 'heading' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote'

export const commands: Record<Tool, Command> = {
  heading: (state, dispatch) =>
    (isOn(state, 'heading') ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level: 1 }))(
      state,
      dispatch,
    ),
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  bullets: listCommand(false),
  numbers: listCommand(true),
  quote: (state, dispatch) => (isOn(state, 'quote') ? lift(state, dispatch) : wrapIn(nodes.quote)(state, dispatch)),
}

/** Inserts a picture in a paragraph of its own at the caret, and puts the caret after the picture. */
export function insertPicture(view: EditorView, src: string, alt: string): void {
  const { state } = view
  const { $from } = state.selection
  const picture = nodes.picture.create({ src, alt })
  const { parent } = $from
  const isEmpty = $from.depth === 1 && parent.childCount === 0 && [nodes.paragraph, nodes.heading].includes(parent.type)
  const at = $from.depth === 0 ? $from.pos : $from.after(1)
  const tr = isEmpty
    ? state.tr.setNodeMarkup($from.before(1), nodes.paragraph).insert($from.pos, picture)
    : state.tr.insert(at, nodes.paragraph.create(null, picture))
  const afterPicture = (isEmpty ? $from.pos : at + 1) + picture.nodeSize
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, afterPicture)).scrollIntoView())
  // A dialog that closes gives the focus back to its button.
  setTimeout(() => view.focus())
}

/** Whether the text at the caret has the format of a tool. */
export function isOn(state: EditorState, tool: Tool): boolean {
  if (tool === 'bold') return hasMark(state, 'strong')
  if (tool === 'italic') return hasMark(state, 'em')
  const { $from } = state.selection
  const around = Array.from({ length: $from.depth }, (_, index) => $from.node(index + 1))
  if (tool === 'heading') return $from.parent.type === nodes.heading
  if (tool === 'quote') return around.some(({ type }) => type === nodes.quote)
  const list = around.findLast(({ type }) => type === nodes.list)
  return list !== undefined && list.attrs.isOrdered === (tool === 'numbers')
}

function hasMark(state: EditorState, name: 'strong' | 'em'): boolean {
  const { from, to, empty, $from } = state.selection
  const type = marks[name]
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

function listCommand(isOrdered: boolean): Command {
  return (state, dispatch) => {
    if (isOn(state, isOrdered ? 'numbers' : 'bullets')) return liftListItem(nodes.item)(state, dispatch)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type !== nodes.list) continue
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), null, { ...$from.node(depth).attrs, isOrdered }))
      return true
    }
    return wrapInList(nodes.list, { isOrdered })(...withoutHeading(state, dispatch))
  }
}

/** A list has no headings, so a heading becomes a paragraph with the same press. */
function withoutHeading(state: EditorState, dispatch: ((tr: Transaction) => void) | undefined) {
  const { $from, from, to } = state.selection
  if ($from.parent.type !== nodes.heading) return [state, dispatch] as const
  const tr = state.tr.setBlockType(from, to, nodes.paragraph)
  const both = ({ steps }: Transaction) => {
    for (const step of steps) tr.step(step)
    dispatch?.(tr.scrollIntoView())
  }
  return [state.apply(tr), dispatch && both] as const
}

const newLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
  return true
}

/** The typed sign of a list makes a list of a paragraph, or of a heading, such as the empty heading of a question. */
function listRules(sign: RegExp, isOrdered: boolean): InputRule[] {
  return [
    wrappingInputRule(sign, nodes.list, { isOrdered }),
    new InputRule(sign, ({ tr }, _sign, start, end) => {
      tr.delete(start, end).setBlockType(start, start, nodes.paragraph)
      const range = tr.doc.resolve(start).blockRange()
      return range && wrapRangeInList(tr, range, nodes.list, { isOrdered }) ? tr : null
    }),
  ]
}

/** The keys of a text. Undo is not among them, because the whole draft has one undo. */
export function keys(hasItalics: boolean): Plugin[] {
  return [
    inputRules({
      rules: [
        textblockTypeInputRule(/^#\s$/, nodes.heading, { level: 1 }),
        ...listRules(/^\s*[-•]\s$/, false),
        ...listRules(/^[1١][.-]\s$/, true),
        wrappingInputRule(/^\s*>\s$/, nodes.quote),
      ],
    }),
    keymap({
      'Mod-b': commands.bold,
      ...(hasItalics ? { 'Mod-i': commands.italic } : {}),
      Enter: splitListItem(nodes.item),
      'Shift-Enter': chainCommands(exitCode, newLine),
      'Mod-]': sinkListItem(nodes.item),
      'Mod-[': liftListItem(nodes.item),
    }),
    keymap(baseKeymap),
  ]
}
