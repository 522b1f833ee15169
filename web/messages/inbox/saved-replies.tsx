import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SAVED_REPLIES_LIMIT, SAVED_REPLY_LIMIT } from '../../../contract/inbox.ts'
import { Icon } from '../../ui/icon.tsx'
import { useInboxChanges, useSavedReplies } from './inbox-query.ts'
import { useChange } from './use-change.ts'

/** Replies to use again: kept here, offered over the box of every conversation. */
export function SavedReplies() {
  const t = useTranslations('inbox')
  const replies = useSavedReplies().data ?? []
  const { keepReplies } = useInboxChanges()
  const change = useChange()
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const [next, setNext] = useState('')
  async function add() {
    if (next.trim() === '') return
    if (replies.includes(next.trim())) return setNext('')
    if (await change.make(keepReplies([...replies, next.trim()]))) setNext('')
  }
  /** The button is gone then: the focus goes on to the next one, or to where one writes. */
  async function drop(at: number) {
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[at + 1] ?? buttons[at - 1] ?? box.current
    if (await change.make(keepReplies(replies.filter((_, other) => other !== at)))) next?.focus()
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
              aria-label={t('deleteReply', { text: reply })}
              onClick={() => void drop(at)}
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
        disabled={replies.length >= SAVED_REPLIES_LIMIT}
        onClick={() => void add()}
      >
        {t('addReply')}
      </button>
      {change.hasFailed && <p role="alert">{t('error')}</p>}
    </section>
  )
}
