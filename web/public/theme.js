// Sets the colours before the first paint. The settings page writes the same key.
(function () {
  var wish = 'system';
  try {
    wish = localStorage.getItem('theme') || 'system';
  } catch {
    // Storage may be forbidden; the system's colours will do.
  }
  var dark = wish === 'dark' || (wish === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
