/** Stand-in for the catalogue of sentences. Imported for its effect. */

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, count) => (count === 1 ? one : many);
globalThis.interpolate = (format, values) =>
  format.replace(/%\((\w+)\)s/g, (match, name) => String(values[name] ?? `no ${name}`));
