import { Suspense, useId } from 'react'
import { useTranslations } from 'use-intl'
import { isSound } from '../../../contract/media.ts'
import { wantTexts } from '../../i18n/texts.ts'
import { described, Field } from '../../ui/fields/field.tsx'
import { lazyPart, useLazy } from '../../ui/lazy.ts'
import { leftToRight } from '../left-to-right.ts'
import { AddSound } from '../sounds/add-sound.tsx'
import { type FieldPath, fieldText, usePageForm } from './form-context.ts'
import { PageText } from './page-text.tsx'
import { TextField } from './text-field.tsx'

type Props = { path: FieldPath; isFilmOnly?: boolean }

const filmBox = lazyPart(async () => (await import('../films/film-box.tsx')).FilmBox)
const captionsBox = lazyPart(async () => {
  const [{ CaptionsBox }] = await Promise.all([import('../captions/captions-box.tsx'), wantTexts('media')])
  return CaptionsBox
})

/** The sound or film of a page or an answer, and its texts. */
export function MediaFields({ path, isFilmOnly = false }: Props) {
  const t = useTranslations('editor')
  const { read, at, media, language, change } = usePageForm()
  const name = fieldText(read([...path, 'avFilename']))
  const isFilm = name !== '' && !isSound(name)
  return (
    <>
      <FileField
        path={[...path, 'avFilename']}
        label={t(isFilmOnly ? 'film' : 'soundOrFilm')}
        endings={isFilmOnly ? /\.mp4$/i : /\.(mp3|mp4)$/i}
      />
      {!isFilmOnly && !isFilm && (
        <AddSound
          {...{ media, name }}
          field={[...at, ...path]}
          onSound={sound => change({ op: 'set', path: [...path, 'avFilename'], to: sound })}
        />
      )}
      {(isFilmOnly || isFilm || name === '') && (
        <Suspense fallback={null}>
          <LazyFilmBox
            {...{ media }}
            name={isFilm ? name : ''}
            field={[...at, ...path]}
            onRemove={() => change({ op: 'set', path: [...path, 'avFilename'], to: undefined })}
          />
        </Suspense>
      )}
      {isFilm && (
        <Suspense fallback={null}>
          <LazyCaptionsBox
            key={name}
            {...{ media, language }}
            film={name}
            name={fieldText(read([...path, 'captions']))}
            field={[...at, ...path]}
          />
        </Suspense>
      )}
      {isFilm && <TextField path={[...path, 'alt']} label={t('filmShows')} hint={t('filmShowsHint')} rows={2} />}
      {name !== '' && <PageText path={[...path, 'transcript']} label={t('transcript')} hint={t('transcriptHint')} />}
    </>
  )
}

function LazyFilmBox(props: Parameters<Awaited<ReturnType<typeof filmBox.load>>>[0]) {
  const FilmBox = useLazy(filmBox)
  return <FilmBox {...props} />
}

function LazyCaptionsBox(props: Parameters<Awaited<ReturnType<typeof captionsBox.load>>>[0]) {
  const CaptionsBox = useLazy(captionsBox)
  return <CaptionsBox {...props} />
}

/** A field to choose one of the files of the course. */
function FileField({ path, label, endings }: { path: FieldPath; label: string; endings: RegExp }) {
  const t = useTranslations('editor')
  const { files, read, change, problemAt, media } = usePageForm()
  const id = useId()
  const name = fieldText(read(path))
  const fitting = files.filter(file => endings.test(file))
  // If the server refused the file, the card says why.
  const error = media.refusalOf(name) ? undefined : problemAt(path)
  if (fitting.length === 0 && name === '') return null
  return (
    <Field id={id} label={label} error={error}>
      <select
        {...described(id, { error })}
        className="input"
        id={id}
        value={name}
        onChange={({ target }) => change({ op: 'set', path, to: target.value === '' ? undefined : target.value })}
      >
        <option value="">{t('noFile')}</option>
        {(fitting.includes(name) || name === '' ? fitting : [name, ...fitting]).map(file => (
          <option key={file} value={file}>
            {leftToRight(file)}
          </option>
        ))}
      </select>
    </Field>
  )
}
