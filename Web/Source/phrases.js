// SPDX-License-Identifier: Apache-2.0
// The texts of the controls, in six languages. The English texts are the keys.

const languages = {
  de: {
    "Play": "Wiedergeben", "Pause": "Pause", "Mute": "Ton aus", "Unmute": "Ton an", "Volume": "Lautstärke", "Seek": "Position",
    "Captions": "Untertitel", "Settings": "Einstellungen", "Quality": "Qualität", "Speed": "Geschwindigkeit", "Audio": "Tonspur", "Off": "Aus",
    "Automatic": "Automatisch", "Automatic ({quality})": "Automatisch ({quality})", "Normal": "Normal", "Full screen": "Vollbild",
    "Leave full screen": "Vollbild verlassen", "Picture in picture": "Bild im Bild", "Live": "Live", "Go to live": "Zur Live-Stelle",
    "Try again": "Erneut versuchen", "This can't be played": "Das lässt sich nicht wiedergeben", "Tap for sound": "Tippen für Ton",
    "Loading": "Lädt", "Video player": "Videoplayer", "{minutes} minutes {seconds} seconds": "{minutes} Minuten {seconds} Sekunden",
    "Back 10 seconds": "10 Sekunden zurück", "Forward 10 seconds": "10 Sekunden vor",
  },
  fr: {
    "Play": "Lire", "Pause": "Pause", "Mute": "Couper le son", "Unmute": "Rétablir le son", "Volume": "Volume", "Seek": "Position",
    "Captions": "Sous-titres", "Settings": "Réglages", "Quality": "Qualité", "Speed": "Vitesse", "Audio": "Piste audio", "Off": "Désactivés",
    "Automatic": "Automatique", "Automatic ({quality})": "Automatique ({quality})", "Normal": "Normale", "Full screen": "Plein écran",
    "Leave full screen": "Quitter le plein écran", "Picture in picture": "Image dans l’image", "Live": "En direct", "Go to live": "Revenir au direct",
    "Try again": "Réessayer", "This can't be played": "Lecture impossible", "Tap for sound": "Toucher pour activer le son",
    "Loading": "Chargement", "Video player": "Lecteur vidéo", "{minutes} minutes {seconds} seconds": "{minutes} minutes {seconds} secondes",
    "Back 10 seconds": "Reculer de 10 secondes", "Forward 10 seconds": "Avancer de 10 secondes",
  },
  es: {
    "Play": "Reproducir", "Pause": "Pausa", "Mute": "Silenciar", "Unmute": "Activar sonido", "Volume": "Volumen", "Seek": "Posición",
    "Captions": "Subtítulos", "Settings": "Ajustes", "Quality": "Calidad", "Speed": "Velocidad", "Audio": "Pista de audio", "Off": "Desactivados",
    "Automatic": "Automática", "Automatic ({quality})": "Automática ({quality})", "Normal": "Normal", "Full screen": "Pantalla completa",
    "Leave full screen": "Salir de pantalla completa", "Picture in picture": "Imagen en imagen", "Live": "En directo", "Go to live": "Ir al directo",
    "Try again": "Reintentar", "This can't be played": "No se puede reproducir", "Tap for sound": "Tocar para activar el sonido",
    "Loading": "Cargando", "Video player": "Reproductor de vídeo", "{minutes} minutes {seconds} seconds": "{minutes} minutos {seconds} segundos",
    "Back 10 seconds": "Retroceder 10 segundos", "Forward 10 seconds": "Avanzar 10 segundos",
  },
  ar: {
    "Play": "تشغيل", "Pause": "إيقاف مؤقت", "Mute": "كتم الصوت", "Unmute": "إلغاء كتم الصوت", "Volume": "مستوى الصوت", "Seek": "الموضع",
    "Captions": "الترجمة", "Settings": "الإعدادات", "Quality": "الجودة", "Speed": "السرعة", "Audio": "المسار الصوتي", "Off": "إيقاف",
    "Automatic": "تلقائي", "Automatic ({quality})": "تلقائي ({quality})", "Normal": "عادية", "Full screen": "ملء الشاشة",
    "Leave full screen": "الخروج من ملء الشاشة", "Picture in picture": "صورة داخل صورة", "Live": "مباشر", "Go to live": "الانتقال إلى البث المباشر",
    "Try again": "إعادة المحاولة", "This can't be played": "تعذّر التشغيل", "Tap for sound": "اضغط لتشغيل الصوت",
    "Loading": "جارٍ التحميل", "Video player": "مشغل الفيديو", "{minutes} minutes {seconds} seconds": "{minutes} دقيقة {seconds} ثانية",
    "Back 10 seconds": "رجوع 10 ثوانٍ", "Forward 10 seconds": "تقديم 10 ثوانٍ",
  },
  ja: {
    "Play": "再生", "Pause": "一時停止", "Mute": "ミュート", "Unmute": "ミュート解除", "Volume": "音量", "Seek": "再生位置",
    "Captions": "字幕", "Settings": "設定", "Quality": "画質", "Speed": "再生速度", "Audio": "音声", "Off": "オフ",
    "Automatic": "自動", "Automatic ({quality})": "自動 ({quality})", "Normal": "標準", "Full screen": "全画面",
    "Leave full screen": "全画面を終了", "Picture in picture": "ピクチャーインピクチャー", "Live": "ライブ", "Go to live": "ライブに戻る",
    "Try again": "再試行", "This can't be played": "再生できません", "Tap for sound": "タップで音声をオン",
    "Loading": "読み込み中", "Video player": "動画プレーヤー", "{minutes} minutes {seconds} seconds": "{minutes}分{seconds}秒",
    "Back 10 seconds": "10秒戻る", "Forward 10 seconds": "10秒進む",
  },
};

/** The languages of the controls; others fall back to English. */
export const phraseLanguages = ["en", ...Object.keys(languages)];

/**
 * Returns a function that translates the texts of the controls.
 * @param {string} tag BCP 47
 * @returns {(text: string, values?: Object<string, string|number>) => string}
 */
export function phrasesFor(tag) {
  const words = languages[tag.toLowerCase().split("-")[0]] ?? {};
  return (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
