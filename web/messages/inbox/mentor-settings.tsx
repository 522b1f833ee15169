import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SAVED_REPLIES_LIMIT, SAVED_REPLY_LIMIT } from '../../../contract/inbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useAway, useInboxChanges, useSavedReplies } from './inbox-query.ts'
import { useChange } from './use-change.ts'

/** A mentor's own things: being away, and replies to use again. */
export function MentorSettings({ onClose }: { onClose(): void }) {
  const t = useTranslations('inbox')
  return (
    <Dialog className="sheet" label={t('settings')} onClose={onClose}>
      <div className="stack">
        <div className="row">
          <h2 className="grow">{t('settings')}</h2>
          <button className="icon-btn" type="button" aria-label={t('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <AwaySwitch />
        <SavedReplies />
      </div>
    </Dialog>
  )
}

function AwaySwitch() {
  const t = useTranslations('inbox')
  const { data } = useAway()
  const { setAway } = useInboxChanges()
  const change = useChange()
  if (!data) return null
  const { isAway, coverId, colleagues, covering } = data
  return (
    <section className="stack tight">
      <Switch
        label={t('away')}
        hint={t('awayNote')}
        isOn={isAway}
        onChange={isOn => void change.make(setAway({ isAway: isOn, coverId }))}
      />
      {colleagues.length > 0 && (
        <label className="stack tight">
          <span>{t('cover')}</span>
          <select
            className="input"
            value={coverId ?? ''}
            onChange={event => void change.make(setAway({ isAway, coverId: Number(event.target.value) || null }))}
          >
            <option value="">{t('noCover')}</option>
            {colleagues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {covering.length > 0 && <p className="note">{t('covering', { names: covering.join(t('comma')) })}</p>}
      {change.hasFailed && <p role="alert">{t('error')}</p>}
    </section>
  )
}

function SavedReplies() {
  const t = useTranslations('inbox')
  const replies = useSavedReplies().data ?? []
  const { keepReplies } = useInboxChanges()
  const change = useChange()
  const [next, setNext] = useState('')
  async function add() {
    if (next.trim() === '') return
    if (await change.make(keepReplies([...replies, next.trim()]))) setNext('')
  }
  return (
    <section className="stack tight">
      <h3>{t('savedReplies')}</h3>
      <ul className="saved">
        {replies.map((reply, at) => (
          <li className="row" key={reply}>
            <span className="grow" dir="auto">
              {reply}
            </span>
            <button
              className="icon-btn"
              type="button"
              aria-label={t('deleteReply', { text: reply })}
              onClick={() => void change.make(keepReplies(replies.filter((_, other) => other !== at)))}
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      <textarea
        className="input"
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
