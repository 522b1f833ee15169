import { useTranslations } from 'use-intl'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'

type Room = SettingsPage['room']

/** How full the disk is, what fills it, and how long the free room will last. */
export function DiskCard({ room }: { room: Room }) {
  const t = useTranslations('orgSettings.room')
  const size = useSizeInWords()
  const { totalBytes, freeBytes, mediaBytes, recordingBytes, restBytes, monthBytes } = room
  const parts = [
    { name: 'media', className: 'solid', bytes: mediaBytes },
    { name: 'recordings', className: 'striped', bytes: recordingBytes },
    { name: 'rest', className: 'pale', bytes: restBytes },
  ] as const
  const known = parts.flatMap(part => (part.bytes === null ? [] : [{ ...part, bytes: part.bytes }]))
  const months = monthBytes ? freeBytes / monthBytes : undefined
  const isLow = freeBytes < room.uploadsStopBytes
  return (
    <section className={isLow ? 'card wrong' : 'card'}>
      <h2>{t('title')}</h2>
      <div className="meter" aria-hidden="true">
        {known.map(({ name, className, bytes }) => (
          <i key={name} className={className} style={{ inlineSize: `${(100 * bytes) / totalBytes}%` }} />
        ))}
      </div>
      <ul className="room-legend">
        {known.map(({ name, className, bytes }) => (
          <li key={name}>
            <i className={className} />
            {t(name, { size: size(bytes) })}
          </li>
        ))}
      </ul>
      <p>
        {t('left', { free: size(freeBytes), total: size(totalBytes) })} {months !== undefined && lasts(months)}
      </p>
      {mediaBytes === null && <p className="meta">{t('bucket')}</p>}
      <p className="meta">
        {t('stops', { uploads: size(room.uploadsStopBytes), recordings: size(room.recordingsStopBytes) })}
      </p>
    </section>
  )

  function lasts(months: number): string {
    if (months >= 60) return t('lastsLong')
    if (months >= 18) return t('lastsYears', { years: Math.round(months / 12) })
    return t('lastsMonths', { months: Math.max(1, Math.floor(months)) })
  }
}
