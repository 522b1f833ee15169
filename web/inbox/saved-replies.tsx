import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SAVED_REPLIES_LIMIT, SAVED_REPLY_LIMIT } from '../../contract/inbox/saved-replies.ts'
import { isVisible } from '../../contract/text/visible.ts'
import { MessageIcon } from '../messages/message-icon.tsx'
import { useAct } from '../queries/use-act.ts'
import { Icon } from '../ui/icon.tsx'
import { useTyped } from '../user/use-typed.ts'
import { useInboxChanges, useSavedReplies } from './inbox-query.ts'

/** Edits saved replies, which the composer offers in every conversation. */
export function SavedRepliesForm() {
  const t = useTranslations('inbox')
  const replies = useSavedReplies().data ?? []
  const { changeReplies } = useInboxChanges()
  const act = useAct()
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const [next, setNext] = useTyped('saved reply', '')
  /** The reply that is being edited. */
  const [changed, setChanged] = useState<string>()
  async function add() {
    const text = next.trim()
    if (!isVisible(text)) return
    await changeReplies(now => withReply(now, text, changed))
    setNext('')
    setChanged(undefined)
  }
  /** A text in the box that is not saved yet would be replaced, so it is saved first. */
  async function edit(reply: string) {
    if (next.trim() !== (changed ?? '')) await add()
    setChanged(reply)
    setNext(reply)
    box.current?.focus()
  }
  /** The button disappears, so the focus moves to the next one, or to the text box. */
  async function drop(at: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('.drop') ?? []
    const next = buttons[at + 1] ?? buttons[at - 1] ?? box.current
    const dropped = replies[at]
    if (dropped === changed) setChanged(undefined)
    await changeReplies(now => now.filter(reply => reply !== dropped))
    next?.focus()
  }
  return (
    <section className="stack tight">
      <h3>{t('savedReplies')}</h3>
      <ul className="saved" ref={list}>
        {replies.map((reply, at) => (
          <li className="row" key={reply}>
            <span className="grow" dir="auto">
              {reply}
            </span>
            <button
              className="icon-btn"
              type="button"
              aria-label={t('editReply', { text: reply })}
              onClick={() => void act.make(() => edit(reply))}
            >
              <MessageIcon name="pen" />
            </button>
            <button
              className="icon-btn drop"
              type="button"
              aria-label={t('deleteReply', { text: reply })}
              onClick={() => void act.make(() => drop(at))}
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      <textarea
        className="input"
        ref={box}
        rows={2}
        dir="auto"
        maxLength={SAVED_REPLY_LIMIT}
        aria-label={t('newReply')}
        placeholder={t('newReply')}
        value={next}
        onChange={event => setNext(event.target.value)}
      />
      <button
        className="btn second small"
        type="button"
        disabled={changed === undefined && replies.length >= SAVED_REPLIES_LIMIT}
        onClick={() => void act.make(add)}
      >
        {t('addReply')}
      </button>
      {act.error && <p role="alert">{t('error')}</p>}
    </section>
  )
}

function withReply(replies: string[], text: string, changed: string | undefined): string[] {
  if (replies.includes(text)) return replies
  if (changed === undefined || !replies.includes(changed)) return [...replies, text]
  return replies.map(reply => (reply === changed ? text : reply))
}
