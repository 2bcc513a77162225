// with: Recipes
